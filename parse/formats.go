package parse

import (
	"slices"
	"strings"
)

// Names of formats, as reports show them. Binary is that of an input that is no
// text: nothing in it is read.
const (
	Binary = "binary"

	entryLog     = "Java log"
	javaTrace    = "Java stack traces"
	julFormat    = "java.util.logging XML"
	dumpFormat   = "thread dump"
	timeLog      = "TimeLog JSON"
	jsonLog      = "JSON log"
	ecsLog       = "ECS JSON"
	logstashLog  = "Logstash JSON"
	gelfLog      = "GELF"
	log4jLog     = "Log4j JSON"
	journal      = "journald JSON"
	jsonLines    = "JSON lines of a log"
	lokiExport   = "Loki export"
	insights     = "CloudWatch Logs Insights"
	azureFormat  = "Azure Monitor export"
	rowsFormat   = "rows of a query"
	spans        = "trace spans"
	flightFormat = "JDK Flight Recorder"
	columns      = "table"
	markdown     = "table in Markdown"
	criLog       = "CRI"
	composeLog   = "docker compose"
	engineLog    = "engine times"
	podLog       = "kubectl prefix"
	syslog       = "syslog"
	loggregator  = "Cloud Foundry"
	serviceLog   = "Java Service Wrapper"
	heroku       = "Heroku"
	awsTail      = "aws logs tail"
	gcloudYAML   = "Google Cloud YAML"
	awsText      = "CloudWatch events as text"
	stern        = "stern"
	librdkafka   = "librdkafka"
	schedulerLog = "log inside a log"
	logcatLog    = "logcat"
	prefixLog    = "prefix before each line"
	gitlabLog    = "GitLab"
	jenkinsLog   = "Jenkins"
)

// A Format is a kind of log that a Reader knows.
type Format struct {
	Name    string
	Marks   string // what it is recognised by
	Example string // the shortest input that has it
}

// Formats lists what a Reader reads, in the order from what programs write to
// what carries it. An input may hold several: each piece is recognised by itself.
func Formats() []Format {
	return []Format{
		{timeLog, `an object with a topic and a time: "topic" and "eventTime", or names that mean the same`,
			`{"topic":"uploadStart","eventTime":"2026-07-28T11:45:25.8610","jobId":"J1"}`},
		{entryLog, "a line that begins with a time, a level, a thread or a logger, in any order; stack traces below it. Log4j, Logback, java.util.logging (in twelve languages), JBoss, GlassFish, WebSphere, WebLogic, ZooKeeper, Kafka, Elasticsearch, Minecraft, logfmt",
			"2026-07-28 11:45:31.413 [main] ERROR c.e.Job - upload failed"},
		{javaTrace, `lines as "Caused by: " and "at c.e.Job.run(Job.java:12)" without a line of a log above them: their time is unknown`,
			"java.net.UnknownHostException: a.test\n\tat c.e.Job.run(Job.java:12)"},
		{julFormat, "records between <record> and </record>: what a FileHandler of java.util.logging writes unless it is told otherwise",
			"<record>\n  <millis>1785239131413</millis>\n  <logger>c.e.Job</logger>\n  <level>SEVERE</level>\n  <message>upload failed</message>\n</record>\n"},
		{dumpFormat, `"java.lang.Thread.State: " below the quoted name of a thread, by jstack, jcmd Thread.print or kill -3; "threadDump" with "threadContainers", or a number and a quoted name by jcmd Thread.dump_to_file`,
			"\"a\" #1 prio=5 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n\tat java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n"},
		{ecsLog, `an object with "ecs.version", or "log.level" and "@timestamp"`,
			`{"@timestamp":"2026-07-28T11:45:31.412Z","log.level":"ERROR","message":"failed","ecs.version":"1.2.0","log.logger":"c.e.Job"}`},
		{logstashLog, `an object with "@timestamp" and "logger_name" (logstash-logback-encoder, Log4j's LogstashJsonEventLayoutV1, Spring Boot)`,
			`{"@timestamp":"2026-07-28T11:45:31.412Z","logger_name":"c.e.Job","level":"ERROR","message":"failed"}`},
		{gelfLog, `an object with "short_message"`,
			`{"version":"1.1","host":"a","short_message":"failed","timestamp":1785239131.412,"level":3,"_logger":"c.e.Job"}`},
		{log4jLog, `an object with "instant" or "timeMillis" and "loggerName"`,
			`{"instant":{"epochSecond":1785239131,"nanoOfSecond":412000000},"thread":"main","level":"ERROR","loggerName":"c.e.Job","message":"failed"}`},
		{jsonLog, "any other object with a time and a message, a level or an exception; names may differ in case and separators, and --key adds some",
			`{"time":"2026-07-28T11:45:31.412Z","logger":"c.e.Job","severity":"ERROR","msg":"failed"}`},
		{spans, "OTLP, Jaeger and Zipkin: an object with a start, an end or a duration, and ids of a trace and a span",
			`[{"traceId":"5b8efff798038103d269b633813fc60c","id":"eee19b7ec3c1b174","kind":"CLIENT","name":"get","timestamp":1785239125861000,"duration":5626000,"localEndpoint":{"serviceName":"batch"},"tags":{"http.host":"a.test","error":"failed"}}]`},
		{flightFormat, `jfr print --json: "recording" with "events"; connects, waits for InetAddress's lock and exceptions are read`,
			`{"recording":{"events":[{"type":"jdk.SocketConnect","values":{"startTime":"2026-07-28T11:45:26.425Z","duration":"PT4.988S","host":"a.test","address":"10.0.0.1","port":443}}]}}`},
		{columns, "CSV, or the same with tabs or semicolons: a first line that names columns for a time and for a message, a topic, an exception or a host",
			"timestamp,level,message\n2026-07-28T11:45:31.412Z,ERROR,failed\n"},
		{markdown, "rows between | and |", "| 1785239131413 | 2026-07-28 11:45:31.413 [main] ERROR c.e.Job - failed |"},
		{insights, `rows of {"field", "value"} (aws logs get-query-results)`,
			`{"results":[[{"field":"@timestamp","value":"2026-07-28 11:45:31.412"},{"field":"@message","value":"ERROR failed host=a.test"}]]}`},
		{azureFormat, `"tables" with "columns" and "rows" (az monitor log-analytics query, the query API)`,
			`{"tables":[{"name":"PrimaryResult","columns":[{"name":"TimeGenerated","type":"datetime"},{"name":"Message","type":"string"}],"rows":[["2026-07-28T11:45:31.412Z","ERROR failed host=a.test"]]}]}`},
		{rowsFormat, `"schema" and "datarows" (SQL of OpenSearch)`,
			`{"schema":[{"name":"@timestamp","type":"timestamp"},{"name":"message","type":"text"}],"datarows":[["2026-07-28 11:45:31.412","ERROR failed host=a.test"]]}`},
		{lokiExport, `"stream" and "values" (query_range, logcli)`,
			`{"data":{"result":[{"stream":{"pod":"p"},"values":[["1785239131412000000","ERROR failed host=a.test"]]}]}}`},
		{jsonLines, "an object that carries a line of another log and states little beside: docker's json-file, CloudWatch events, Datadog, Elasticsearch hits, Google Cloud",
			`{"log":"2026-07-28 11:45:31.413 [main] ERROR c.e.Job - failed\n","stream":"stdout","time":"2026-07-28T11:45:31.413915678Z"}`},
		{journal, `an object with "__REALTIME_TIMESTAMP" (journalctl -o json), or lines of fields that begin with it or with "__CURSOR" (-o export)`,
			`{"__REALTIME_TIMESTAMP":"1785239131412001","MESSAGE":"ERROR failed host=a.test","_PID":"1","_HOSTNAME":"a"}`},
		{criLog, `a time, stdout or stderr, F or P (containerd, CRI-O)`, "2026-07-28T11:45:31.413915678Z stdout F ERROR: failed"},
		{composeLog, `a name and "|" before each line (docker compose logs, docker service logs)`, "web-1  | ERROR: failed"},
		{engineLog, "a time in nanoseconds before each line (docker logs -t, kubectl logs --timestamps)", "2026-07-28T11:45:31.413915678Z ERROR: failed"},
		{podLog, `"[pod/NAME/CONTAINER] " before each line (kubectl logs --prefix)`, "[pod/batch-1/app] ERROR: failed"},
		{syslog, "a time, a machine and a program with its process id in brackets (journalctl, rsyslog), or the header of RFC 5424", "Jul 28 11:45:31 pi4 java[685]: ERROR: failed"},
		{loggregator, "a time, [APP/…] and OUT or ERR (cf logs)", "2026-07-28T11:45:31.41+0000 [APP/1]      OUT ERROR: failed"},
		{heroku, "a time, app[…] or heroku[…] and a colon", "2026-07-28T11:45:31.413241+00:00 app[web.1]: ERROR: failed"},
		{awsTail, "a time with an offset, and a stream's name with slashes", "2026-07-28T11:45:31.500000+00:00 batch/app/abc ERROR: failed"},
		{gcloudYAML, `documents that begin with "---" and "insertId:" (gcloud logging read)`, "---\ninsertId: a1\nseverity: ERROR\ntextPayload: ERROR failed host=a.test\ntimestamp: '2026-07-28T11:45:31.412Z'\n"},
		{awsText, "columns between tabs, of which the first is EVENTS (aws logs filter-log-events --output text)", "EVENTS\t1785239131413\tERROR: failed\t1785239131413"},
		{stern, "the names of a pod and a container, also in brackets (kubetail), before a program's time; the same names before the lines that follow",
			"batch-7d9f-abc app 2026-07-28 11:45:31.413 ERROR - failed"},
		{serviceLog, `columns "INFO | jvm 1 | time |" (Tanuki)`, "INFO   | jvm 1    | 2026/07/28 11:45:31 | ERROR: failed"},
		{logcatLog, "a process, a thread, a letter for the level and a tag before each line (logcat -v brief, time, threadtime or long, Android Studio)", "07-28 11:45:31.413  3321  3340 E Job     : failed"},
		{gitlabLog, "a time, a number and O or E before each line (GitLab CI)", "2026-07-28T11:45:31.413915Z 01O ERROR: failed"},
		{jenkinsLog, "a time of day and two blanks before each line (Jenkins)", "11:45:31  ERROR: failed"},
		{prefixLog, "the same bytes, but for digits, before each line: a time, labels in braces, or a name and a bar, before a program's own time and level (syslog without process ids, logcli, TeamCity, Bamboo, pm2)",
			"[11:45:31] :\t [Step 1/2] 2026-07-28 11:45:31.413 ERROR c.e.Job - failed"},
		{librdkafka, `"%3|seconds|" before each line`, "%3|1785239131.413|FAIL|rdkafka#consumer-0| a.test:9092/bootstrap: Failed to resolve 'a.test:9092': Name or service not known"},
		{schedulerLog, "the time and level of a scheduler before a whole line of a program's own log (Azkaban, DolphinScheduler)",
			"28-07-2026 11:45:31 UTC job-1 INFO - 2026-07-28 11:45:31,413 ERROR [main] c.e.Job - failed"},
	}
}

const maxFormats = 16 // of one input that are told apart

// A FormatUse says where in an input a format was met first.
type FormatUse struct {
	Name string
	Line int
}

// Formats lists the formats of what was read so far, in the order of their
// appearance.
func (r *Reader) Formats() []FormatUse { return r.formats.uses }

// formatCount collects the formats of an input.
type formatCount struct {
	uses []FormatUse
	line *int // where the reader stands; nil in a part that is read ahead
}

func (f *formatCount) add(name string) { f.addAt(name, 0) }

// addAt adds a format that was met at a line; 0 is where the reader stands.
func (f *formatCount) addAt(name string, line int) {
	for i := range f.uses {
		if f.uses[i].Name == name {
			return
		}
	}
	if len(f.uses) >= maxFormats {
		return
	}
	u := FormatUse{Name: name, Line: line}
	if line == 0 && f.line != nil {
		u.Line = *f.line
	}
	f.uses = append(f.uses, u)
}

// merge adds the formats of a part of the input.
func (f *formatCount) merge(o *formatCount) {
	for _, u := range o.uses {
		f.add(u.Name)
	}
}

func (f *formatCount) String() string {
	if len(f.uses) == 0 {
		return "text"
	}
	return f.list()
}

const betweenFormats = ", "

// list names the formats.
func (f *formatCount) list() string {
	names := make([]string, len(f.uses))
	for i, u := range f.uses {
		names[i] = u.Name
	}
	return strings.Join(names, betweenFormats)
}

// holds reports whether all formats of a list were met.
func (f *formatCount) holds(list string) bool {
	for name := range strings.SplitSeq(list, betweenFormats) {
		if name != "" && !slices.ContainsFunc(f.uses, func(u FormatUse) bool { return u.Name == name }) {
			return false
		}
	}
	return true
}

// format names the format of an object by the names of its members.
func (o *object) format() string {
	at, logger := string(o.names[fTime]), string(o.names[fLogger])
	switch {
	case at == "__REALTIME_TIMESTAMP" || at == "_SOURCE_REALTIME_TIMESTAMP":
		return journal
	case string(o.names[fMessage]) == "short_message":
		return gelfLog
	case o.has(fSeconds) && logger == "loggerName", at == "timeMillis":
		return log4jLog
	case at == "@timestamp" && logger == "logger_name":
		return logstashLog
	case at == "@timestamp" && (logger == "log.logger" || string(o.names[fLevel]) == "log.level"):
		return ecsLog
	}
	return jsonLog
}
