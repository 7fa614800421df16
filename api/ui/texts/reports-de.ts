import { countText, waitText } from '../number-text.ts';
import type { reports as english } from './reports-en.ts';

const count = (value: number) => countText(value, 'de');
const searches = (value: number) => `${count(value)} ${value === 1 ? 'Suche' : 'Suchen'}`;

/** The German texts of usage, providers and errors. */
export const reports: typeof english = {
  usage: {
    title: 'Verbrauch',
    intro:
      'Nur erfolgreiche Suchen zählen. Alle Daten sind in UTC. Jeder Schlüssel hat eigene Grenzen. Für die Suchseite und die Spielwiese gelten je Person eigene, gleich große Ratengrenzen. Die Grenzen des Kontos teilen sich alle.',
    thisMonth: (month) => `Dieser Monat (${month})`,
    searches,
    monthly: (most) => `Das Konto kann ${searches(most)} im Monat machen.`,
    onPages: (value) => `Auf der Suchseite und in der Spielwiese: ${searches(value)} in diesem Monat.`,
    noKeys: 'Es gibt noch keine Schlüssel:',
    createKey: 'einen erstellen',
    searchPage: 'Auf der Suchseite',
    together: 'Alle Schlüssel und die Suchseite zusammen',
    byEndpoint: 'Nach Endpunkt, letzte 30 Tage',
    wholeAccount: 'ganzes Konto',
    showAccount: 'Das ganze Konto zeigen',
    days: (owner) => `Letzte 30 Tage, ${owner}`,
    perDay: (owner) => `Suchen pro Tag, ${owner}`,
    none: 'Noch keine Suchen. Sie erscheinen hier.',
    limits: 'Grenzen je Schlüssel',
    key: 'Schlüssel',
    state: 'Zustand',
    month: 'Dieser Monat',
    monthOf: (key) => `Dieser Monat, ${key}`,
    burst: 'Kurze Grenze',
    sustained: 'Lange Grenze',
    noRateLimits: (where) => `${where}: keine Ratengrenzen.`,
    noCap: (used) => `${count(used)}, ohne Obergrenze`,
    share: (used, of) => `${count(used)} von ${count(of)}`,
    noLimit: 'keine Grenze',
    left: (remaining, limit, window) => `noch ${count(remaining)} von ${count(limit)} pro ${window}`,
    nextIn: (seconds) => `, die nächste in ${seconds} s`,
    windows: { second: 'Sekunde', minute: 'Minute', hour: 'Stunde', day: 'Tag' },
    searchesByEndpoint: 'Suchen nach Endpunkt',
    all: 'Alle',
    pagesAndPlayground: 'Suchseite und Spielwiese',
    total: 'Summe',
  },
  charts: {
    summary: (total, first, last, most) =>
      `${searches(total)} vom ${first} bis ${last}, höchstens ${count(most)} am Tag.`,
    bar: (day, value) => `${day}: ${searches(value)}`,
    asTable: 'Als Tabelle zeigen',
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
      'Alle Suchmaschinen und Dienste, die hier eingerichtet sind. Nach drei Fehlern in Folge öffnet sich die Sicherung eines Anbieters: Eine Weile wird er nicht gefragt, dann entscheidet ein Versuch.',
    provider: 'Anbieter',
    state: 'Zustand',
    breaker: 'Sicherung',
    calls: 'Aufrufe',
    lastError: 'Letzter Fehler',
    latency: 'Antwortzeit, letzte Stunde',
    noneConfigured: 'Kein Anbieter ist eingerichtet.',
    states: { up: 'erreichbar', down: 'gestört', unknown: 'unbekannt' },
    checked: 'geprüft',
    watchedBy: { query: 'beobachtet durch echte Suchen', probe: 'beobachtet durch Suchen und Proben' },
    depth: (running, waiting) => `${count(running)} laufen, ${count(waiting)} warten`,
    failed: (counts) => `gescheitert: ${counts}`,
    noneFailed: 'keiner gescheitert',
    noError: 'keiner',
    closed: 'geschlossen',
    halfOpen: 'halb offen: Der nächste Aufruf entscheidet',
    openUntil: 'offen bis',
  },
  errors: {
    requestId: (id) => `Kennung der Anfrage: ${id}`,
    titles: {
      badRequest: 'Das hat nicht geklappt',
      notAllowed: 'Nicht erlaubt',
      notFound: 'Nicht gefunden',
      wrongAddress: 'Falsche Adresse',
      tooMany: 'Zu viele Versuche',
      unavailable: 'Gerade nicht verfügbar',
      unexpected: 'Etwas ist schiefgegangen',
    },
    database: 'Die Datenbank antwortet nicht. Es sind keine Daten verloren. Gleich noch einmal versuchen.',
    unconfirmed:
      'Es ist nicht sicher, ob das gespeichert wurde: Die Replikate der Datenbank haben es nicht bestätigt. Bitte nachsehen und, falls nötig, noch einmal versuchen. Steht ein Schlüssel in der Liste, der nie angezeigt wurde, sollte er widerrufen werden.',
    unreadable: 'Die Anfrage war nicht lesbar.',
    unexpected: 'Auf dem Server gab es einen unerwarteten Fehler. Einzelheiten stehen im Log unter dieser Kennung.',
    unreadableForm: 'Das Formular war nicht lesbar.',
    administratorsOnly: 'Diese Seite ist der Verwaltung vorbehalten.',
    otherOrigin: 'Dieses Formular kam von einer anderen Website.',
    outdatedForm: 'Dieses Formular ist veraltet. Zurückgehen, die Seite neu laden und noch einmal versuchen.',
    tooManyForms: (waitS) =>
      `Zu viele Formulare wurden abgeschickt. In ${waitText(waitS, 'de')} noch einmal versuchen.`,
    tooManyGuesses: (waitS) => `Zu viele Fehlversuche. In ${waitText(waitS, 'de')} noch einmal versuchen.`,
    noPage: 'Unter dieser Adresse gibt es keine Seite.',
    noKey: 'Es gibt keinen eigenen Schlüssel mit diesem Anfang.',
    noAccount: 'Dieses Konto gibt es nicht.',
    setUpClosed:
      'Dieser Link ist ungültig oder schon benutzt. Solange es keine Verwaltung gibt, steht beim Start ein Link im Log des Web-Prozesses.',
    otherSite:
      'Diese Instanz ist für den Rechner gedacht, auf dem sie läuft, und dort unter localhost zu erreichen. Für einen anderen Namen PUBLIC_URL setzen.',
  },
};
