import type { security as english } from './security-en.ts';

/** The German texts of second factors, and of confirming who one is. */
export const security: typeof english = {
  confirm: {
    title: 'Bitte bestätigen',
    intro:
      'Bitte bestätigen Sie, dass Sie es sind, damit niemand anderes das an einem offen gelassenen Browser tun kann. Noch ist nichts geändert: Was Sie angefordert haben, geschieht nach der Bestätigung. Danach werden Sie zehn Minuten lang nicht mehr gefragt.',
    password: (username) => `Passwort von ${username}`,
    code: 'Code der Authenticator-App oder ein Wiederherstellungscode',
    passkey: 'Passkey verwenden',
    or: 'oder',
    cancel: 'Abbrechen',
    send: 'Bestätigen',
    wrong: 'Das stimmt nicht. Es wurde nichts geändert.',
    signInAgain:
      'Das Konto hat kein Passwort: bitte abmelden und neu anmelden. Eine neue Anmeldung gilt als Bestätigung.',
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    intro: 'Bitte den Code eingeben, den die Authenticator-App gerade zeigt, oder einen Wiederherstellungscode.',
    introPasskey: 'Bitte den Passkey verwenden oder einen Wiederherstellungscode eingeben.',
    code: 'Einmalcode',
    recoveryCode: 'Wiederherstellungscode',
    send: 'Anmelden',
    passkey: 'Passkey verwenden',
    wrong: 'Das stimmt nicht oder wurde schon benutzt. Bitte den nächsten Code abwarten.',
    startAgain: 'Von vorn anfangen',
  },
  accountFactors: {
    heading: 'Zweite Faktoren des Kontos',
    count: (count) =>
      count === 0
        ? 'Es hat keine.'
        : `Es hat ${count}. Sind sie samt Wiederherstellungscodes verloren, lassen sie sich wegnehmen.`,
    take: 'Zweite Faktoren wegnehmen',
    taken: 'Die zweiten Faktoren sind weggenommen. Die Person erfährt es bei der nächsten Anmeldung.',
  },
  security: {
    title: 'Passwort und zweiter Faktor',
    changePassword: 'Passwort ändern',
    required:
      'Diese Instanz verlangt einen zweiten Faktor. Bitte einen einrichten; bis dahin ist nur diese Seite offen.',
    factors: 'Zweite Faktoren',
    factorsNote:
      'Mit einem zweiten Faktor genügt das Passwort allein nicht mehr zum Anmelden. Richten Sie am besten zwei ein, falls einer verloren geht. Andere Sitzungen, API-Schlüssel und der Suchlink gelten weiter.',
    none: 'Es ist kein zweiter Faktor eingerichtet.',
    name: 'Name',
    kind: 'Art',
    kinds: { totp: 'Authenticator-App', passkey: 'Passkey' },
    added: 'Eingerichtet',
    lastUsed: 'Zuletzt verwendet',
    change: 'Aktionen',
    remove: 'Entfernen',
    removeOne: (name) => `${name} entfernen`,
    addApp: 'Authenticator-App einrichten',
    addAppNote: 'Eine App auf dem Telefon oder im Passwortmanager zeigt alle 30 Sekunden einen neuen Code.',
    scan: 'Scannen Sie diesen QR-Code mit der App, und geben Sie dann den Code ein, den die App zeigt.',
    qrCode: 'QR-Code mit dem Geheimnis für die App',
    orType: 'Geht das Scannen nicht, dieses Geheimnis eingeben:',
    appName: 'Name (optional), zum Beispiel „Telefon“',
    firstCode: 'Code, den die App gerade zeigt',
    add: 'Einrichten',
    wrongFirstCode:
      'Dieser Code stimmt nicht. Bitte den eingeben, den die App jetzt zeigt; geht die Uhr des Geräts richtig?',
    addPasskey: 'Passkey einrichten',
    addPasskeyNote: (site) =>
      `Ein Passkey ist im Gerät, im Passwortmanager oder in einem Sicherheitsschlüssel. Er dient auch zum Anmelden ohne Passwort und gilt nur für ${site}.`,
    passkeyName: 'Name (optional)',
    passkeysNeedScripts: 'Passkeys brauchen JavaScript und einen Browser, der sie kennt.',
    noPasskeys: {
      'no address':
        'Passkeys gibt es hier nicht, weil die Instanz ihre Adresse nicht kennt: Der Betreiber muss PUBLIC_URL setzen.',
      'no name': 'Passkeys gibt es hier nicht, weil PUBLIC_URL eine Nummer ist und kein Name.',
      'no encryption': 'Passkeys gibt es hier nicht, weil PUBLIC_URL nicht https ist.',
    },
    passkeyFailed: 'Der Passkey wurde nicht verwendet.',
    wrongPasskey:
      'Der Passkey wurde nicht eingerichtet: Die Antwort des Browsers stimmte nicht oder kam zu spät. Bitte noch einmal.',
    recoveryCodes: 'Wiederherstellungscodes',
    codesLeft: (count) =>
      `${count === 1 ? 'Ein Wiederherstellungscode ist' : `${count} Wiederherstellungscodes sind`} übrig. Jeder ersetzt einmal den zweiten Faktor.`,
    newCodes: 'Neue Wiederherstellungscodes',
    freshCodes: 'Die Wiederherstellungscodes',
    downloadCodes: 'Als Textdatei herunterladen',
    freshCodesNote:
      'Bitte so aufbewahren, dass sie auch ohne Telefon zu finden sind. Sie sind nur jetzt zu sehen. Frühere gelten nicht mehr.',
    done: {
      added: 'Zweiter Faktor eingerichtet.',
      removed: 'Zweiter Faktor entfernt.',
      recovered: (count) =>
        `Angemeldet mit einem Wiederherstellungscode, der nun nicht mehr gilt. ${count === 1 ? 'Einer ist' : `${count} sind`} übrig. Ist ein Faktor verloren, sollte er entfernt werden.`,
      taken: 'Ein Admin hat die zweiten Faktoren weggenommen. Das Passwort allein genügt nun: bitte neu einrichten.',
    },
  },
};
