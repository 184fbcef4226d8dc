package chart

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Sizes of the headers of WOFF 1.0 (https://www.w3.org/TR/WOFF/) and of the
// sfnt files it wraps.
const (
	woffHeader   = 44
	woffEntry    = 20
	sfntHeader   = 12
	sfntEntry    = 16
	maxFontBytes = 64 << 20
)

var errFont = errors.New("damaged WOFF font")

// unwoff unwraps a WOFF 1.0 font; any other bytes come back as they are.
func unwoff(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte("wOFF")) {
		return data, nil
	}
	if len(data) < woffHeader {
		return nil, errFont
	}
	flavor := data[4:8]
	tables := int(binary.BigEndian.Uint16(data[12:]))
	if tables == 0 || tables > 256 || len(data) < woffHeader+tables*woffEntry {
		return nil, errFont
	}
	out := make([]byte, sfntHeader+tables*sfntEntry)
	copy(out, flavor)
	binary.BigEndian.PutUint16(out[4:], uint16(tables))
	for i := range tables {
		entry := data[woffHeader+i*woffEntry:][:woffEntry]
		table, err := unwoffTable(data, entry)
		if err != nil {
			return nil, fmt.Errorf("table %q: %w", entry[:4], err)
		}
		if len(out)+len(table) > maxFontBytes {
			return nil, errFont
		}
		record := out[sfntHeader+i*sfntEntry:]
		copy(record, entry[:4])
		copy(record[4:8], entry[16:20])
		binary.BigEndian.PutUint32(record[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(record[12:], uint32(len(table)))
		out = append(out, table...)
		out = append(out, make([]byte, -len(table)&3)...)
	}
	return out, nil
}

func unwoffTable(data, entry []byte) ([]byte, error) {
	offset := uint64(binary.BigEndian.Uint32(entry[4:]))
	packed := uint64(binary.BigEndian.Uint32(entry[8:]))
	size := uint64(binary.BigEndian.Uint32(entry[12:]))
	if offset+packed > uint64(len(data)) || size > maxFontBytes {
		return nil, errFont
	}
	table := data[offset : offset+packed]
	if packed == size {
		return table, nil
	}
	z, err := zlib.NewReader(bytes.NewReader(table))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(z, int64(size)+1))
	if err != nil {
		return nil, err
	}
	if uint64(len(plain)) != size {
		return nil, errFont
	}
	return plain, nil
}
