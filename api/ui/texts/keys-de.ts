import { countText, waitText } from '../number-text.ts';
import type { keys as english } from './keys-en.ts';

const count = (value: number) => countText(value, 'de');
const requests = (value: number) => `${count(value)} ${value === 1 ? 'Anfrage' : 'Anfragen'}`;

/** The German texts of what a key may do, on its page and in the form that makes one. */
export const keys: typeof english = {
  keyFields: {
    more: 'Limits, Rechte und mehr',
    inherits: 'Für leere Felder gelten die Limits dieser Instanz.',
    name: 'Name',
    expires: 'Gültig bis einschließlich',
    expiresNote: 'Der letzte Tag (UTC), an dem er funktioniert.',
    expiresWithin: (days) => `Der letzte Tag (UTC), an dem er funktioniert, höchstens ${count(days)} Tage ab heute.`,
    limits: 'Limits',
    limit: {
      burst: 'Kurzzeitlimit',
      sustained: 'Langzeitlimit',
      monthly: 'Suchen pro Monat',
      max_parallel: 'Anfragen gleichzeitig',
    },
    limitNote: {
      burst: 'Zum Beispiel `10/min`, oder `off` für kein Limit.',
      sustained: 'Zum Beispiel `1000/day`, oder `off` für kein Limit.',
      monthly: 'Eine Zahl, oder `off` für kein Limit.',
      max_parallel: 'Eine Zahl.',
    },
    instance: (value) => `Diese Instanz: ${value}.`,
    noLimit: 'kein Limit',
    scopes: 'Rechte',
    scopesNote: 'Ohne Auswahl: alles außer dem Verwalten dieser Instanz.',
    scope: {
      search: 'Web, Bilder, News und Videos durchsuchen',
      read: 'Seiten lesen',
      answers: 'Sofortantworten, Vorschläge und Infokarten abrufen',
      maps: 'Karten verwenden',
      translate: 'Übersetzen',
      status: 'Status der Suchmaschinen abfragen',
      manage: 'Konten, Teams und Schlüssel verwalten, sonst nichts',
    },
    engines: 'Suchmaschinen',
    enginesNote: 'Ohne Auswahl: alle.',
    addresses: 'Erlaubte Adressen',
    addressesNote:
      'Ein Netz oder eine Adresse pro Zeile, zum Beispiel 203.0.113.0/24 oder 2001:db8::/32. Leer erlaubt alle.',
    labels: 'Labels',
    labelsNote: 'Bis zu zehn, eines pro Zeile: name=wert.',
    note: 'Notiz',
    wrong: {
      burst: 'Eine Zahl und eine Einheit (s, min, h oder day) angeben, zum Beispiel 60/min.',
      sustained: 'Eine Zahl und eine Einheit (s, min, h oder day) angeben, zum Beispiel 1000/day.',
      monthly: 'Eine Zahl von 1 bis 1.000.000.000 angeben, oder off.',
      max_parallel: 'Eine Zahl von 1 bis 1.000.000.000 angeben.',
      label: (line) => `name=wert angeben, nicht „${line}“.`,
    },
    problems: 'Es wurde nichts gespeichert. Bitte prüfen:',
  },
  key: {
    title: (name) => `Schlüssel ${name}`,
    back: 'Alle Schlüssel',
    ofTeam: 'Team',
    owner: 'Konto',
    made: 'Erstellt',
    by: (username) => `von ${username}`,
    lastUsed: 'Zuletzt verwendet',
    from: (network) => `aus ${network}`,
    program: (name) => `von ${name}`,
    expires: 'Läuft ab',
    searches: 'Suchen in diesem Monat',
    refused: 'Abgelehnt in diesem Monat',
    refusedScope: (value) => `${requests(value)} außerhalb der Rechte`,
    refusedAddress: (value) => `${requests(value)} von anderen Adressen`,
    noneRefused: 'keine',
    soonNote: {
      bounded: (when) =>
        `Dieser Schlüssel läuft ${when} ab. Erzeugen Sie rechtzeitig ein neues Geheimnis, oder tragen Sie ein späteres Datum ein.`,
      unbounded: (when) =>
        `Dieser Schlüssel läuft ${when} ab. Tragen Sie rechtzeitig ein späteres Datum ein; ein neues Geheimnis verlängert ihn nicht.`,
    },
    rate: (limit, window) => `${count(limit)} pro ${window}`,
    left: (left, of) => `${count(left)} von ${of} übrig`,
    leftFor: {
      key: (left) => `${left}, nach dem Limit dieses Schlüssels.`,
      account: (left) => `${left}, nach dem Limit des Kontos.`,
      instance: (left) => `${left}, nach dem Limit dieser Instanz.`,
    },
    unlimited: 'Hier gilt kein Limit.',
    settings: 'Einstellungen des Schlüssels',
    save: 'Speichern',
    secret: 'Neues Geheimnis',
    secretNote:
      'Der Schlüssel bekommt ein neues Geheimnis und behält Limits, Labels und Verbrauch. Es wird nur einmal angezeigt.',
    until: 'Das bisherige Geheimnis funktioniert',
    untilChoice: (hours) => (hours === 0 ? 'ab sofort nicht mehr' : `noch ${waitText(hours * 3_600, 'de')}`),
    rotate: 'Neues Geheimnis erzeugen',
    previousUntil: 'Das vorige Geheimnis funktioniert bis',
    previousEnds: 'Höchstens zwei funktionieren zugleich: Ein weiteres neues beendet das vorige sofort.',
    switch: 'Abschalten',
    disableNote:
      'Ein gesperrter Schlüssel wird abgelehnt, bis er entsperrt wird. Ein widerrufener Schlüssel wird für immer abgelehnt.',
    disable: 'Sperren',
    enable: 'Entsperren',
    days: 'Letzte 30 Tage',
    perDay: 'Suchen pro Tag',
    fresh: 'Das neue Geheimnis',
    freshNote: 'Jetzt kopieren: Es wird nicht gespeichert und nicht noch einmal angezeigt.',
    changed:
      'Jemand anderes hat diesen Schlüssel inzwischen geändert. Die Werte unten prüfen und noch einmal speichern, um sie zu ersetzen.',
    revokedNote: 'Dieser Schlüssel ist widerrufen: Er wird für immer abgelehnt.',
    done: {
      saved: 'Gespeichert. Es gilt ab der nächsten Anfrage.',
      rotated: 'Der Schlüssel hat ein neues Geheimnis.',
      disabled: 'Schlüssel gesperrt. Anfragen damit werden abgelehnt, bis er entsperrt wird.',
      enabled: 'Schlüssel entsperrt.',
      sent: 'Dieses Formular wurde bereits abgeschickt, und der Schlüssel hat ein neues Geheimnis. Es wurde nur einmal angezeigt: Wurde es nicht kopiert, ein weiteres erzeugen.',
    },
  },
};
