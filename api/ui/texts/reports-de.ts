import { countText, waitText } from '../number-text.ts';
import type { reports as english } from './reports-en.ts';

const count = (value: number) => countText(value, 'de');
const searches = (value: number) => `${count(value)} ${value === 1 ? 'Suche' : 'Suchen'}`;

/** The German texts of usage, providers and errors. */
export const reports: typeof english = {
  usage: {
    title: 'Verbrauch',
    intro:
      'Nur erfolgreiche Suchen zählen. Alle Daten sind in UTC. Jeder Schlüssel hat eigene Limits. Für die Suchseite und den Playground gelten je Person eigene, gleich hohe Ratenlimits. Die Limits des Kontos gelten für alle zusammen.',
    thisMonth: (month) => `Dieser Monat (${month})`,
    searches,
    monthly: (most) => `Das Konto ist auf ${searches(most)} pro Monat begrenzt.`,
    onPages: (value) => `Auf der Suchseite und im Playground: ${searches(value)} in diesem Monat.`,
    noKeys: 'Es gibt noch keine Schlüssel:',
    createKey: 'einen erstellen',
    searchPage: 'Auf der Suchseite',
    together: 'Alle Schlüssel und die Suchseite zusammen',
    byEndpoint: 'Nach Endpunkt, letzte 30 Tage',
    wholeAccount: 'ganzes Konto',
    showAccount: 'Ganzes Konto anzeigen',
    days: (owner) => `Letzte 30 Tage, ${owner}`,
    perDay: (owner) => `Suchen pro Tag, ${owner}`,
    none: 'Noch keine Suchen. Sie erscheinen hier.',
    limits: 'Limits je Schlüssel',
    key: 'Schlüssel',
    state: 'Status',
    month: 'Dieser Monat',
    monthOf: (key) => `Dieser Monat, ${key}`,
    burst: 'Kurzzeitlimit',
    sustained: 'Langzeitlimit',
    noRateLimits: (where) => `${where}: keine Ratenlimits.`,
    noCap: (used) => `${count(used)}, ohne Obergrenze`,
    share: (used, of) => `${count(used)} von ${count(of)}`,
    noLimit: 'kein Limit',
    left: (remaining, limit, window) => `noch ${count(remaining)} von ${count(limit)} pro ${window}`,
    nextIn: (seconds) => `, die nächste in ${seconds} s`,
    windows: { second: 'Sekunde', minute: 'Minute', hour: 'Stunde', day: 'Tag' },
    searchesByEndpoint: 'Suchen nach Endpunkt',
    all: 'Alle',
    pagesAndPlayground: 'Suchseite und Playground',
    total: 'Gesamt',
  },
  charts: {
    summary: (total, first, last, most) =>
      `${searches(total)} vom ${first} bis ${last}, höchstens ${count(most)} am Tag.`,
    bar: (day, value) => `${day}: ${searches(value)}`,
    asTable: 'Als Tabelle anzeigen',
    day: 'Tag (UTC)',
    searches: 'Suchen',
    noCalls: 'keine Aufrufe',
    latencyOf: (name) => `Antwortzeit von ${name} in der letzten Stunde`,
    latency: (meanMs, calls, mostMs) =>
      `im Mittel ${count(meanMs)} ms bei ${count(calls)} ${calls === 1 ? 'Aufruf' : 'Aufrufen'}, langsamste Minute ${count(mostMs)} ms`,
  },
  providers: {
    title: 'Anbieter',
    intro:
      'Alle Suchmaschinen und Dienste, die hier eingerichtet sind. Nach drei Fehlern in Folge löst der Schutzschalter eines Anbieters aus: Der Anbieter pausiert eine Weile, dann entscheidet ein Probeaufruf, ob es weitergeht.',
    provider: 'Anbieter',
    state: 'Status',
    breaker: 'Schutzschalter',
    calls: 'Aufrufe',
    lastError: 'Letzter Fehler',
    latency: 'Antwortzeit, letzte Stunde',
    noneConfigured: 'Kein Anbieter ist eingerichtet.',
    states: { up: 'erreichbar', down: 'gestört', unknown: 'unbekannt' },
    checked: 'geprüft',
    watchedBy: { query: 'überwacht durch echte Suchen', probe: 'überwacht durch Suchen und Probeaufrufe' },
    depth: (running, waiting) => `${count(running)} laufen, ${count(waiting)} warten`,
    failed: (counts) => `fehlgeschlagen: ${counts}`,
    noneFailed: 'keiner fehlgeschlagen',
    noError: 'keiner',
    closed: 'nicht ausgelöst',
    halfOpen: 'auf Probe: Der nächste Aufruf entscheidet',
    openUntil: 'ausgelöst bis',
    spentUntil: 'Budget aufgebraucht: keine Aufrufe bis',
    spent: {
      day: (used, limit) => `heute ${used} von ${limit} Einheiten`,
      month: (used, limit) => `diesen Monat ${used} von ${limit} Einheiten`,
    },
    spentOn: '– aufgebraucht am',
  },
  processes: {
    title: 'Prozesse',
    intro:
      'Alle laufenden Prozesse. Starts und Stopps sind sofort zu sehen; ein abgestürzter Prozess verschwindet innerhalb von zwei Sekunden.',
    process: 'Prozess',
    version: 'Version',
    age: 'Alter',
    calls: 'Aufrufe',
    lastSeen: 'Zuletzt gesehen',
    kinds: { web: 'Web', worker: 'Worker' },
    older: 'ältere Version',
    unknown: 'unbekannt',
    pending: (calls) => `${count(calls)} ausstehend`,
    depth: (running, waiting) => `${count(running)} laufen, ${count(waiting)} warten`,
    ago: (time) => `vor ${time}`,
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
    unconfirmed:
      'Das wurde vielleicht nicht gespeichert: Die Replikate der Datenbank haben es nicht bestätigt. Bitte nachsehen und, falls nötig, noch einmal versuchen. Steht ein Schlüssel in der Liste, der nie angezeigt wurde, sollte er widerrufen werden.',
    unreadable: 'Die Anfrage konnte nicht gelesen werden.',
    unexpected:
      'Auf dem Server ist ein unerwarteter Fehler aufgetreten. Einzelheiten stehen im Log unter dieser Anfrage-ID.',
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
    noKey: 'Zu diesem Konto gibt es keinen Schlüssel mit diesem Präfix.',
    notAllowed: 'Dazu fehlt die Berechtigung.',
    noTeam: 'Es gibt kein Team mit diesem Namen, zu dem dieses Konto gehört.',
    noAccount: 'Dieses Konto gibt es nicht.',
    setUpClosed:
      'Dieser Link ist ungültig oder wurde schon benutzt. Solange es kein Adminkonto gibt, schreibt der Web-Prozess beim Start einen Link ins Log.',
    otherSite:
      'Diese Instanz ist nur für den Rechner bestimmt, auf dem sie läuft, und dort unter localhost erreichbar. Für einen anderen Hostnamen PUBLIC_URL setzen.',
  },
};
