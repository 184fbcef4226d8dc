package analyze

import "strings"

// A resolverText is what a resolver prints when a name does not resolve.
type resolverText struct {
	text     string // as printed, without a final full stop
	cause    Cause
	definite bool // the resolver answered the question: not merely out of reach
}

// resolverTexts are the messages of getaddrinfo and of resolvers beside it.
// EAI_AGAIN covers a time-out as well as SERVFAIL, REFUSED and a closed port, so
// its cause stays open until a duration tells. The translations are those of the
// glibc 2.36 catalogues; a JVM prints them in the locale of its process.
var resolverTexts = []resolverText{
	// glibc
	{"Name or service not known", CauseNotFound, true},
	{"Temporary failure in name resolution", CauseUnknown, false},
	{"No address associated with hostname", CauseNoAddress, true},
	{"Non-recoverable failure in name resolution", CauseServerError, false},
	{"Address family for hostname not supported", CauseNoAddress, true},
	// musl
	{"Name does not resolve", CauseNotFound, true},
	{"Name has no usable address", CauseNoAddress, true},
	{"Non-recoverable error", CauseServerError, false},
	{"Try again", CauseUnknown, false},
	// macOS and the BSDs: also printed with no network at all
	{"nodename nor servname provided, or not known", CauseNotFound, false},
	{"hostname nor servname provided, or not known", CauseNotFound, false},
	// Windows
	{"No such host is known", CauseNotFound, true},
	{"This is usually a temporary error during hostname resolution and means that the local server did not receive a response from an authoritative server", CauseUnknown, false},
	{"A non-recoverable error occurred during a database lookup", CauseServerError, false},
	{"The requested name is valid, but no data of the requested type was found", CauseNoAddress, true},
	{"Der angegebene Host ist unbekannt", CauseNotFound, true},
	{"Dies ist normalerweise ein zeitweiliger Fehler bei der Auflösung von Hostnamen", CauseUnknown, false},
	{"不知道这样的主机", CauseNotFound, true},
	{"Hôte inconnu", CauseNotFound, true},
	// local trouble, cause hidden
	{"System error", CauseUnknown, false},
	{"unknown error", CauseUnknown, false},
	{"Unknown error", CauseUnknown, false},
	{"Memory allocation failure", CauseUnknown, false},
	{"Out of memory", CauseUnknown, false},
	// glibc, translated: EAI_NONAME, EAI_AGAIN, EAI_NODATA
	{"Der Name oder der Dienst ist nicht bekannt", CauseNotFound, true},
	{"Temporärer Fehler bei der Namensauflösung", CauseUnknown, false},
	{"Zu diesem Hostnamen gehört keine Adresse", CauseNoAddress, true},
	{"Nom ou service inconnu", CauseNotFound, true},
	{"Échec temporaire dans la résolution du nom", CauseUnknown, false},
	{"Aucune adresse associée avec le nom de l'hôte", CauseNoAddress, true},
	{"Nombre o servicio desconocido", CauseNotFound, true},
	{"Fallo temporal en la resolución del nombre", CauseUnknown, false},
	{"No existe ninguna dirección asociada al nombre", CauseNoAddress, true},
	{"Nome o servizio sconosciuto", CauseNotFound, true},
	{"Errore temporaneo nella risoluzione del nome", CauseUnknown, false},
	{"Nessun indirizzo associato al nome host", CauseNoAddress, true},
	{"Nome ou serviço desconhecido", CauseNotFound, true},
	{"Falha temporário na resolução de nome", CauseUnknown, false},
	{"Falha temporária na resolução de nome", CauseUnknown, false},
	{"Não há endereço associado com o nome", CauseNoAddress, true},
	{"Неизвестное имя или служба", CauseNotFound, true},
	{"Имя или служба не известны", CauseNotFound, true},
	{"Временный сбой в разрешении имен", CauseUnknown, false},
	{"С именем узла не связано ни одного адреса", CauseNoAddress, true},
	{"Ta nazwa lub usługa jest nieznana", CauseNotFound, true},
	{"Odwzorowanie nazwy jest chwilowo niemożliwe", CauseUnknown, false},
	{"Brak adresu związanego z nazwą hosta", CauseNoAddress, true},
	{"名前またはサービスが不明です", CauseNotFound, true},
	{"名前解決に一時的に失敗しました", CauseUnknown, false},
	{"ホスト名にアドレスが割り当てられていません", CauseNoAddress, true},
	{"未知的名称或服务", CauseNotFound, true},
	{"域名解析暂时失败", CauseUnknown, false},
	{"没有与主机名关联的地址", CauseNoAddress, true},
	{"이름 혹은 서비스를 알 수 없습니다", CauseNotFound, true},
}

// ambiguousAlone are texts that other software prints for other reasons: they
// count only behind "host: ".
var ambiguousAlone = map[string]bool{
	"Try again": true, "System error": true, "unknown error": true, "Unknown error": true,
	"Non-recoverable error": true, "Memory allocation failure": true, "Out of memory": true,
}

// findResolverText finds the first resolver text in s and where it stands.
func findResolverText(s string) (resolverText, int) {
	best, at := resolverText{}, -1
	for _, rt := range resolverTexts {
		if ambiguousAlone[rt.text] {
			continue
		}
		i := strings.Index(s, rt.text)
		if i >= 0 && (at < 0 || i < at || i == at && len(rt.text) > len(best.text)) {
			best, at = rt, i
		}
	}
	return best, at
}

// asResolverText reads s as a whole resolver text: what stands behind "host: ".
func asResolverText(s string) (resolverText, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".\r")
	for _, rt := range resolverTexts {
		if s == rt.text {
			return rt, true
		}
	}
	for _, rt := range resolverTexts {
		if !ambiguousAlone[rt.text] && strings.HasPrefix(s, rt.text) {
			return rt, true
		}
	}
	return resolverText{}, false
}
