package store

import (
	"strconv"
	"strings"
)

// A filter narrows a slice to the rows that hold a word of a list.
type filter struct {
	words   []string // any of them; empty for no filter
	pattern bool     // the words are stems that may stand inside a word, in any case
}

// nameFailures finds the rows that tell of a name that did not resolve: classes of
// exceptions, and the words of resolvers in several languages.
var nameFailures = filter{words: []string{
	"UnknownHostException", "UnresolvedAddressException", "SearchDomainUnknownHostException", "DnsNameResolverTimeoutException",
	"DnsErrorCauseException", "GaiException", "Unresolved address", "Unable to resolve host", "Failed to resolve", "failed to resolve",
	"Name or service not known", "Temporary failure in name resolution", "No address associated with hostname",
	"nodename nor servname provided", "Name does not resolve", "No such host is known", "requested name is valid, but no data",
	"Host ist unbekannt", "Dienst ist nicht bekannt", "Nom ou service inconnu", "Nombre o servicio desconocido",
	"Nome o servizio sconosciuto", "Nome ou serviço desconhecido", "Неизвестное имя или служба", "未知的名称或服务", "不知道这样的主机",
	"名前またはサービスが不明", "이름 혹은 서비스를 알 수 없습니다",
}}

// anyFailures finds rows that tell of any failure.
var anyFailures = filter{words: []string{"exception", "error", "fail", "timed out", "timeout"}, pattern: true}

// quoted returns the words as double-quoted strings with a separator.
func (f filter) quoted(separator string) string {
	list := make([]string, len(f.words))
	for i, w := range f.words {
		list[i] = strconv.Quote(w)
	}
	return strings.Join(list, separator)
}
