package render

import _ "embed"

//go:embed report-v1.schema.json
var reportSchema []byte

// Schema is the JSON Schema (draft 2020-12) of what JSON writes.
func Schema() []byte { return reportSchema }
