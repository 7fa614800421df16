import type { singleSignOn as english } from './single-sign-on-en.ts';

/** The German texts of signing in at a provider, and by a link of the operator. */
export const singleSignOn: typeof english = {
  signIn: (provider) => `Mit ${provider} anmelden`,
  or: 'oder mit einem Passwort',
  failures: {
    unavailable: (provider) => `${provider} ist nicht erreichbar oder kann gerade niemanden anmelden.`,
    invalid: (provider) => `Die Antwort von ${provider} ließ sich nicht prüfen. Niemand wurde angemeldet.`,
    refused: (provider) => `${provider} hat die Anmeldung abgelehnt.`,
    outdated: () =>
      'Diese Anmeldung begann in einem anderen Browser oder vor zu langer Zeit, oder sie ist schon beendet.',
    disabled: () => 'Das Konto ist hier gesperrt. Ein Admin kann es entsperren.',
    other: () => 'Angemeldet hat sich dort jemand anderes. Nichts wurde bestätigt.',
  },
  tryAgain: 'Bitte noch einmal versuchen.',
  usePassword: 'Die Anmeldung mit einem Passwort geht weiterhin.',
  link: {
    title: 'Wessen Konto ist es?',
    known: (provider) => `Die Anmeldung mit ${provider} hat geklappt, aber hier gehört noch kein Konto dazu.`,
    taken: (username) =>
      `Hier gibt es schon ein Konto ${username}. Wenn es Ihnen gehört, verbinden Sie es einmalig mit Ihrem Passwort.`,
    own: 'Wenn Sie hier ein Konto haben, verbinden Sie es einmalig mit Namen und Passwort.',
    closed: 'Neue Konten entstehen hier nicht durch Anmelden. Ein Admin legt sie an.',
    password: 'Passwort dieses Kontos',
    send: 'Das ist mein Konto',
    fresh: 'Wenn nicht, legen Sie ein neues an.',
    create: (username) => `Konto ${username} anlegen`,
    wrong: 'Benutzername oder Passwort ist falsch.',
    notLinked: 'Dieses Konto lässt sich nicht verbinden: Es gehört dort jemand anderem oder wurde inzwischen geändert.',
  },
  confirm: {
    how: (provider) => `Dafür noch einmal mit ${provider} anmelden, in einem anderen Tab. Danach geht es hier weiter.`,
    signIn: (provider) => `Noch einmal mit ${provider} anmelden`,
    goOn: 'Weiter',
    done: 'Bestätigt',
    doneNote: 'Dieser Tab kann geschlossen werden. Im vorigen geht es weiter.',
  },
  signInLink: {
    title: 'Anmelden',
    intro: (username) => `Dieser Link meldet einmal als ${username} an.`,
    send: (username) => `Als ${username} anmelden`,
    outdated: 'Dieser Link wurde schon benutzt oder ist älter als 15 Minuten.',
  },
  linked: 'Single Sign-on',
  suspended: 'durch Single Sign-on',
  passwordsOff: 'Passwörter werden hier nicht angenommen.',
};
