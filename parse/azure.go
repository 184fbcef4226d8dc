package parse

// azureTable reads a table of Azure Monitor's query API: columns with their
// names, and rows of bare values in the same order.
func (r *Reader) azureTable(o *object, ctx context) bool {
	columns, rows := o.inside("columns"), o.inside("rows")
	if columns == nil || rows == nil || columns[0] != '[' || rows[0] != '[' {
		return false
	}
	var names [][]byte
	eachElement(columns, func(c []byte) {
		var name []byte
		if c[0] == '{' {
			eachMember(c, func(k, v []byte) {
				if string(k) == "name" {
					name = unquote(v)
				}
			})
		}
		names = append(names, name)
	})
	eachElement(rows, func(row []byte) {
		if row[0] == '[' {
			r.azureRow(names, row, ctx)
		}
	})
	return true
}

// azureRow reads one row as the object that it stands for.
func (r *Reader) azureRow(names [][]byte, row []byte, ctx context) {
	o := r.object()
	defer r.release()
	o.reset()
	i := 0
	eachElement(row, func(v []byte) {
		if i < len(names) && len(names[i]) > 0 && v[0] != '{' && v[0] != '[' {
			if k := r.keys.find(names[i]); k.field != unknown {
				o.put(k, names[i], v)
			}
		}
		i++
	})
	if o.isEvent() {
		r.formats.add(azureFormat)
		r.event(o, ctx)
	}
}
