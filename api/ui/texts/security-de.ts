import type { security as english } from './security-en.ts';

/** The German texts of confirming who one is. */
export const security: typeof english = {
  confirm: {
    title: 'Bestätigen, dass Sie es sind',
    intro:
      'Das ist hier nötig, weil sich das Angeforderte noch nutzen ließe, wenn dieser Browser verlassen ist. Noch ist nichts geändert; es geschieht gleich danach. Zehn Minuten lang wird nicht wieder gefragt.',
    password: (username) => `Passwort von ${username}`,
    send: 'Bestätigen',
    wrong: 'Das stimmt nicht. Es wurde nichts geändert.',
    signInAgain:
      'Das Konto hat kein Passwort: bitte abmelden und neu anmelden. Eine neue Anmeldung gilt als Bestätigung.',
  },
};
