package parse

import (
	"strings"
	"time"
)

// A field is a meaning that a key of an event or a log line can have.
type field uint8

const (
	unknown field = iota
	fTopic
	fPhase
	fTime
	fStart
	fEnd
	fJob
	fThread
	fHost
	fURL
	fProcess
	fMachine
	fPID
	fDuration
	fRemote
	fResolved
	fClient
	fStatus
	fLevel
	fLogger
	fMessage
	fException
	fStack
	fErrorType
	fErrorMessage
	fSeconds // log4j2's instant.epochSecond
	fNanos   // log4j2's instant.nanoOfSecond
	fTry
	fOrigin // no meaning of its own: it tells that "host" is the machine
	numFields
)

// A key is what a name means. Of several keys with one meaning in an object
// the one of the lowest rank counts.
type key struct {
	field field
	rank  uint8
	unit  time.Duration // of a duration; 0 where the name states none
}

// keyNames lists the names of each field, best first. Names are compared
// without case, "_" and "-"; a name in a nested object is joined with dots.
var keyNames = []struct {
	field field
	names string
}{
	{fTopic, "topic event name operation event.action eventname operationname step"},
	{fPhase, "phase state eventtype"},
	{fTime, "tsns eventtime @timestamp timestamp time ts _time timemillis datetime date timestampms eventtimestamp createdat $date timestamp.$date _source_realtime_timestamp __realtime_timestamp timeunixnano observedtimeunixnano timegenerated eventtimestamputc ibmdatetime _messagetimems _messagetime"},
	{fStart, "starttime start startedat begin begintime starttimestamp event.start starttimeunixnano"},
	{fEnd, "endtime end endedat finishedat finish endtimestamp event.end endtimeunixnano"},
	{fJob, "jobid job jobname traceid trace.id dd.traceid correlationid requestid taskid mdc.jobid executionid transactionid transaction.id reqid xrequestid trace txid operationid"},
	{fThread, "thread threadname process.thread.name _thread _threadname _processthreadname thread.name caller.threadname log.thread eventthread extthread ibmthreadid"},
	{fHost, "host http.host server.address targethost remotehost remotehostname destinationhost destination.domain destination.address url.domain net.peer.name httphost upstream target peer hostport peer.hostname serverhost"},
	{fURL, "url url.full uri http.url requesturl requesturi endpoint url.original"},
	{fProcess, "pod podname k8s.pod.name @logpod kubernetes.pod.name kubernetes.podname kubernetespodname resource.labels.podname instance serviceinstance service.instance.id instanceid container containername containerid container.name container.id kubernetes.container.name logstreamname @logstream logstream taskarn approleinstance"},
	{fMachine, "hostname host.name host.hostname _hostname sourcehost nodename node.name elasticsearch.node.name agent.hostname computername _sourcehost"},
	{fPID, "pid process.pid _pid processid _processpid syslogpid"},
	{fDuration, "elapsed duration took latency responsetime timetaken processingtime executiontime runtime roundtriptime rtt event.duration httpduration"},
	{fRemote, "remote remoteaddr remoteaddress remoteip remotehostaddress destination.ip server.ip peeraddress peerip net.peer.ip network.peer.address upstreamaddr targetip serverip dstip"},
	{fResolved, "resolved resolvedip resolvedaddress resolvedto dns.resolvedip dnsanswer"},
	{fClient, "client httpclient clientlibrary clientname"},
	{fStatus, "status outcome result success event.outcome statuscode httpstatus http.statuscode http.response.statuscode response.status responsestatus responsecode error.status ok"},
	{fLevel, "severitylevel level log.level severity loglevel levelname severitytext _levelname priority lvl levelvalue severitynumber"},
	{fLogger, "loggername logger log.logger _logger _loglogger _loggername category component logger.name scope.name module"},
	{fMessage, "message msg shortmessage @message _msg log.message textpayload jsonpayload.message body line log body.stringvalue event.original text logmessage logentry _raw raw content"},
	{fException, "exception error throwable thrown err exc exceptionclass cause"},
	{fStack, "stacktrace error.stacktrace _errorstacktrace exception.stacktrace error.stack exceptionstacktrace stack _exception.stacktrace " +
		"exc.stacktrace thrown.extendedstacktrace throwable.stacktrace _stacktrace exceptiondetail _exceptionstacktrace errormessagestack errorstack logger.throwable ibmstacktrace exnstacktrace fullmessage"},
	{fErrorType, "innermosttype error.type _errortype exception.type exception.exceptionclass errorclass exceptiontype exceptionname error.kind exception.class thrown.name error.class exception.name ibmexceptionname exnname errortype outertype"},
	{fErrorMessage, "error.message _errormessage exception.message exception.exceptionmessage errormessage exceptionmessage thrown.message innermostmessage outermessage exnmessage"},
	{fSeconds, "instant.epochsecond timestamp.seconds epochsecond timestampseconds"},
	{fNanos, "instant.nanoofsecond timestamp.nanos nanoofsecond timestampnanos"},
	{fOrigin, "@version service servicename service.name sourcetype source ddsource"},
	{fTry, "try attempt attemptnumber retry retrycount trynumber retries"},
}

// optionNames are the names of fields in Options.Keys.
var optionNames = map[string]field{
	"topic": fTopic, "time": fTime, "job": fJob, "thread": fThread,
	"host": fHost, "process": fProcess, "duration": fDuration, "remote": fRemote,
}

// builtin is keyNames the other way round.
var builtin = func() map[string]key {
	m := map[string]key{}
	for _, e := range keyNames {
		for i, name := range strings.Fields(e.names) {
			k := key{field: e.field, rank: uint8(i) + 1}
			if name == "event.duration" { // ECS: nanoseconds
				k.unit = time.Nanosecond
			}
			m[name] = k
		}
	}
	return m
}()

// A keyTable finds the meaning of keys, remembering those it saw.
type keyTable struct {
	extra map[string]key // from Options.Keys
	seen  map[string]key
}

func newKeyTable(opt Options) keyTable {
	t := keyTable{extra: map[string]key{}, seen: map[string]key{}}
	for name, f := range optionNames {
		for _, k := range opt.Keys[name] {
			t.extra[normal(k)] = key{field: f}
		}
	}
	return t
}

// find returns the meaning of a key, or of a path of keys joined with dots.
func (t *keyTable) find(name []byte) key {
	if k, ok := t.seen[string(name)]; ok {
		return k
	}
	k := t.look(normal(string(name)))
	if len(t.seen) < 4096 && len(name) < 256 {
		t.seen[string(name)] = k
	}
	return k
}

func (t *keyTable) look(name string) key {
	if k, ok := t.extra[name]; ok {
		return k
	}
	if k, ok := builtin[name]; ok {
		return k
	}
	return durationKey(name)
}

// durationKey recognises a name of a duration with a unit: "elapsedMs",
// "duration_ms", "tookMillis".
func durationKey(name string) key {
	for _, u := range units {
		if stem, ok := strings.CutSuffix(name, u.name); ok {
			if k, ok := builtin[strings.TrimSuffix(stem, "in")]; ok && k.field == fDuration {
				return key{fDuration, k.rank, u.unit}
			}
		}
	}
	return key{}
}

// units are the words behind a number or in a key, longest first where one
// ends in the other.
var units = []struct {
	name string
	unit time.Duration
}{
	{"milliseconds", time.Millisecond}, {"microseconds", time.Microsecond}, {"nanoseconds", time.Nanosecond},
	{"millis", time.Millisecond}, {"micros", time.Microsecond}, {"nanos", time.Nanosecond},
	{"msec", time.Millisecond}, {"usec", time.Microsecond}, {"nsec", time.Nanosecond},
	{"ms", time.Millisecond}, {"us", time.Microsecond}, {"µs", time.Microsecond}, {"ns", time.Nanosecond},
	{"seconds", time.Second}, {"second", time.Second}, {"secs", time.Second}, {"sec", time.Second},
	{"minutes", time.Minute}, {"min", time.Minute}, {"s", time.Second}, {"m", time.Minute}, {"h", time.Hour},
}

// normal brings a key into the form of the lists.
func normal(name string) string {
	lead := name[:len(name)-len(strings.TrimLeft(name, "_"))] // "_thread" is GELF's, "__REALTIME_TIMESTAMP" journald's
	b := []byte(lead)
	for i := len(lead); i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_' || c == '-' || c == ' ':
			if lead == "__" || strings.HasPrefix(name, "_SOURCE_") {
				b = append(b, c)
			}
			continue
		case c-'A' <= 'Z'-'A':
			c |= 0x20
		}
		b = append(b, c)
	}
	return string(b)
}
