import type { sessions as english } from './sessions-en.ts';

/** The German texts of sessions, of links that set a password, and of a person's own data. */
export const sessions: typeof english = {
  sessions: {
    title: 'Sitzungen',
    intro: (idleDays, maxDays) =>
      `Eine Sitzung endet ${days(idleDays)} nach dem letzten Besuch und spätestens ${days(maxDays)} nach ihrem Beginn. Suchlinks und API\u2011Schlüssel sind keine Sitzungen: Sie widerrufen diese unter [Suche und Darstellung](/settings/preferences) und [API\u2011Schlüssel](/settings/api-keys).`,
    browser: 'Browser',
    on: (browser, system) => `${browser} unter ${system}`,
    unknown: 'unbekannt',
    address: 'Netz',
    started: 'Begonnen',
    lastUsed: 'Zuletzt verwendet',
    change: 'Aktionen',
    thisOne: 'diese Sitzung',
    end: 'Abmelden',
    endOne: (name) => `Abmelden: ${name}`,
    endOthers: 'Alle anderen abmelden',
    othersNote:
      'Das meldet alle anderen Browser ab, auch wenn sie hier nicht aufgeführt sind, und vergisst bekannte Geräte.',
    done: {
      ended: 'Dort abgemeldet.',
      gone: 'Diese Sitzung war schon beendet.',
      others: 'Alle anderen Sitzungen sind beendet.',
    },
  },
  access: {
    title: 'Zugang',
    sessions: (count) =>
      count === 0
        ? 'Niemand ist bei diesem Konto angemeldet.'
        : `Angemeldet mit ${count} ${count === 1 ? 'Sitzung' : 'Sitzungen'}.`,
    signOut: 'Überall abmelden',
    invite: 'Einladung erstellen',
    inviteNote: 'Das Konto hat kein Passwort. Eine Einladung ist ein Link, mit dem die Person eines wählt.',
    reset: 'Link zum Zurücksetzen erstellen',
    resetNote: 'Mit einem Link zum Zurücksetzen wählt die Person ein anderes Passwort.',
    delete: 'Konto löschen',
    deleteHeading: (name) => `Das Konto ${name} löschen?`,
    deleteOwnNote:
      'Ihre Sitzungen, Schlüssel, Regeln, Einstellungen und Mitgliedschaften und Ihr Verbrauch werden sofort und endgültig gelöscht. Das Audit-Log behält Ihren Namen bei dem, was getan wurde, und Schlüssel von Teams behalten den Namen der Person, die sie erstellt hat.',
    deleteNote:
      'Sitzungen, Schlüssel, Verbrauch, Einstellungen, Regeln und Mitgliedschaften werden sofort und endgültig gelöscht. Das Audit-Log behält den Namen bei dem, was getan wurde, und Schlüssel von Teams behalten den Namen der Person, die sie erstellt hat.',
    deleteUnfinished:
      'Das Löschen wurde unterbrochen, zu benutzen ist hier nichts mehr. In wenigen Minuten wird es von selbst abgeschlossen, sofort durch noch einmal Löschen.',
    noOwnerLeft: (teams) => `Diese Teams haben danach keine Leitung mehr: ${teams}.`,
    typeName: (name) => `Zur Bestätigung ${name} eingeben`,
    otherName: 'Das ist nicht der Name des Kontos.',
    refusals: {
      gone: (name) => `Das Konto „${name}“ gibt es nicht.`,
      team: (name) => `${name} ist ein Team und wird als Team gelöscht.`,
      last: (name) => `Außer „${name}“ gibt es keinen Admin.`,
      owner: (name, team) =>
        `${name} ist die letzte Leitung des Teams ${team}. Erst muss jemand anderes die Leitung bekommen.`,
    },
    keep: 'Behalten',
    done: {
      'signed-out': 'Alle Sitzungen des Kontos sind beendet.',
      sent: 'Dieses Formular wurde schon gesendet. Ein Link wird nur einmal gezeigt: Wer ihn nicht kopiert hat, erstellt einen neuen.',
      deleted: 'Konto gelöscht.',
    },
    everyone: 'Alle abmelden',
    everyoneNote:
      'Beendet die Sitzungen aller Konten, auch die eigene. Schlüssel und Suchlinks gelten weiter. Alle Geräte werden vergessen.',
  },
  passwordLink: {
    made: { invitation: (name) => `Einladung für ${name}`, reset: (name) => `Link zum Zurücksetzen für ${name}` },
    madeNote: (hours) =>
      `Schicken Sie diesen Link der Person, für die er bestimmt ist. Er gilt einmal, innerhalb von ${hours} Stunden. Er wird nicht gespeichert und nicht noch einmal gezeigt.`,
    back: 'Zurück zum Konto',
    title: { invitation: 'Willkommen bei Tributary', reset: 'Neues Passwort wählen' },
    intro: {
      invitation: (name) => `Ein Passwort für das Konto ${name} wählen. Dieser Link gilt einmal.`,
      reset: (name) => `Für das Konto ${name}. Alle seine Sitzungen enden. Dieser Link gilt einmal.`,
    },
    password: 'Neues Passwort',
    send: { invitation: 'Passwort setzen und anmelden', reset: 'Passwort setzen' },
    resetDone: 'Ihr Passwort ist gesetzt. Sie können sich jetzt damit anmelden.',
    same: 'Das ist das Passwort, das jemand anderes gewählt hat. Bitte ein anderes wählen.',
    mustChange: 'Dieses Passwort hat jemand anderes gewählt. Vor allem anderen ist ein eigenes zu wählen.',
  },
  ownData: {
    title: 'Eigene Daten',
    export: 'Export',
    exportNote:
      'Eine JSON-Datei mit allem, was über dieses Konto gespeichert ist: Einstellungen, Sitzungen, Schlüssel, Verbrauch, Regeln, Teams und was das Audit-Log davon hat. Sie enthält kein Passwort, keinen Schlüssel und kein anderes Geheimnis, auch nicht als Hash.',
    download: 'Daten herunterladen',
    deleted: 'Ihr Konto wurde gelöscht.',
  },
};

function days(count: number): string {
  return count === 1 ? 'einen Tag' : `${count} Tage`;
}
