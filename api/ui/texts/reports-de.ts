import { countText, waitText } from '../number-text.ts';
import type { reports as english } from './reports-en.ts';

const count = (value: number) => countText(value, 'de');
const searches = (value: number) => `${count(value)} ${value === 1 ? 'Suche' : 'Suchen'}`;

/** The German texts of usage and errors. */
export const reports: typeof english = {
  usage: {
    title: 'Verbrauch',
    intro:
      'Nur erfolgreiche Suchen zählen. Alle Zeiten sind in UTC. Jeder Schlüssel hat eigene Limits. Für die Suchseite und die API-Referenz gelten je Person eigene, gleich hohe Ratenlimits. Die Limits des Kontos gelten für alle zusammen.',
    thisMonth: (month) => `Dieser Monat (${month})`,
    searches,
    monthly: (most) => `Das Konto ist auf ${searches(most)} pro Monat begrenzt.`,
    onPages: (value) => `Auf der Suchseite und in der API-Referenz: ${searches(value)} in diesem Monat.`,
    noKeys: 'Es gibt noch keine Schlüssel:',
    createKey: 'einen erstellen',
    searchPage: 'Auf der Suchseite',
    together: 'Alle Schlüssel und die Suchseite zusammen',
    byEndpoint: 'Nach Endpunkt, letzte 30 Tage',
    wholeAccount: 'ganzes Konto',
    showAccount: 'Ganzes Konto anzeigen',
    perDay: (owner) => `Suchen pro Tag, letzte 30 Tage, ${owner}`,
    none: 'Noch keine Suchen. Neue erscheinen hier.',
    limits: 'Limits je Schlüssel',
    key: 'Schlüssel',
    state: 'Status',
    month: 'Dieser Monat',
    monthOf: (key) => `Dieser Monat, ${key}`,
    burst: 'Anfragen in kurzer Zeit',
    sustained: 'Anfragen in längerer Zeit',
    noRateLimits: (where) => `${where}: keine Ratenlimits.`,
    noCap: (used) => `${count(used)}, ohne Obergrenze`,
    share: (used, of) => `${count(used)} von ${count(of)}`,
    noLimit: 'kein Limit',
    left: (remaining, limit, window) => `noch ${count(remaining)} von ${count(limit)} pro ${window}`,
    nextIn: (seconds) => `, die nächste in ${seconds} s`,
    windows: { second: 'Sekunde', minute: 'Minute', hour: 'Stunde', day: 'Tag' },
    searchesByEndpoint: 'Suchen nach Endpunkt',
    all: 'Alle',
    pagesAndPlayground: 'Suchseite und API-Referenz',
    total: 'Gesamt',
  },
  errors: {
    requestId: (id) => `Anfrage-ID: ${id}`,
    titles: {
      badRequest: 'Das hat nicht geklappt',
      notAllowed: 'Nicht erlaubt',
      notFound: 'Nicht gefunden',
      wrongAddress: 'Falsche Adresse',
      tooMany: 'Zu viele Versuche',
      unavailable: 'Gerade nicht verfügbar',
      unexpected: 'Etwas ist schiefgegangen',
    },
    database: 'Die Datenbank antwortet nicht. Es sind keine Daten verloren gegangen.',
    databaseForm:
      'Die Datenbank antwortet nicht. Vielleicht wurde getan, was abgeschickt wurde, vielleicht auch nicht: bitte nachsehen und, falls nötig, noch einmal versuchen. Steht ein Schlüssel in der Liste, der nie angezeigt wurde, sollte er widerrufen werden.',
    unconfirmed:
      'Das wurde vielleicht nicht gespeichert: Die Replikate der Datenbank haben es nicht bestätigt. Bitte nachsehen und, falls nötig, noch einmal versuchen. Steht ein Schlüssel in der Liste, der nie angezeigt wurde, sollte er widerrufen werden.',
    backTo: (place) => `Zurück zu „${place}“`,
    unreadable: 'Die Anfrage konnte nicht gelesen werden.',
    unexpected:
      'Auf dem Server ist ein unerwarteter Fehler aufgetreten. Einzelheiten stehen im Log unter dieser Anfrage-ID.',
    auditLog:
      'Das Audit-Log kann nicht geschrieben werden. Deshalb wurde nichts getan. Einzelheiten stehen im Log des Servers unter dieser Anfrage-ID.',
    unreadableForm: 'Das Formular konnte nicht gelesen werden.',
    administratorsOnly: 'Diese Seite ist Admins vorbehalten.',
    otherOrigin: 'Dieses Formular wurde von einer anderen Website gesendet.',
    outdatedForm: 'Dieses Formular ist veraltet. Bitte zurückgehen, die Seite neu laden und noch einmal versuchen.',
    tooManyForms: (waitS) =>
      `Es wurden zu viele Formulare abgeschickt. Bitte in ${waitText(waitS, 'de')} erneut versuchen.`,
    tooManyGuesses: (waitS) => `Zu viele Fehlversuche. Bitte in ${waitText(waitS, 'de')} erneut versuchen.`,
    noPage: 'Unter dieser Adresse gibt es keine Seite.',
    unlisted:
      'Hier lassen sich nur Seiten aus den eigenen Suchergebnissen lesen. Die Seite suchen und über ihr Menü öffnen.',
    noRequest:
      'Diese Anfrage steht nicht im Protokoll: Sie ist zu alt, wurde ausgelassen, weil es zu viele waren, oder eine Seite hat sie von selbst gesendet, etwa für Vorschläge.',
    noKey: 'Zu diesem Konto gibt es keinen Schlüssel mit diesem Präfix.',
    notAllowed: 'Dazu fehlt die Berechtigung.',
    noTeam: 'Es gibt kein Team mit diesem Namen, zu dem dieses Konto gehört.',
    noEngine: 'Diese Suchmaschine oder diesen Dienst gibt es hier nicht.',
    noAccount: 'Dieses Konto gibt es nicht.',
    noProgram:
      'Das Programm, das Sie hierher geschickt hat, ist nicht bekannt, oder seine Beschreibung ist nicht lesbar. Es hat nichts erhalten. Entfernen Sie die Verbindung im Programm, und fügen Sie sie neu hinzu.',
    otherRedirect:
      'Das Programm möchte die Antwort an eine Adresse erhalten, die nicht seine eigene ist. Es hat nichts erhalten. Das kann ein Versuch sein, Ihren Zugang zu übernehmen.',
    wrongRequest: (why: string) =>
      `Das Programm, das Sie hierher geschickt hat, hat auf eine Weise um Zugang gebeten, die nicht beantwortet werden kann. Es hat nichts erhalten. Für die, die es schreiben: ${why}`,
    noConnected: 'Dieses Programm ist nicht mit Ihrem Konto verbunden.',
    noConnectors: 'Diese Instanz bietet Programmen keine Anmeldung an.',
    setUpClosed:
      'Dieser Link ist ungültig oder wurde schon benutzt. Solange es kein Adminkonto gibt, schreibt der Web-Prozess beim Start einen Link ins Log.',
    accountChanged: 'Dieses Konto wurde inzwischen geändert. Bitte neu anmelden.',
    linkOver:
      'Dieser Link gilt nicht mehr: Er wurde benutzt oder ersetzt, oder seine Zeit ist um. Ein Admin kann einen neuen erstellen.',
    otherSite:
      'Diese Instanz ist nur für den Rechner bestimmt, auf dem sie läuft, und dort unter localhost erreichbar. Für einen anderen Hostnamen PUBLIC_URL setzen.',
  },
};
