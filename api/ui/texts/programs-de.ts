import type { Texts } from './en.ts';

/** The German texts of connected programs. */
export const programs: Texts['programs'] = {
  title: 'Verbundene Programme',
  intro:
    'Assistenten wie Claude und ChatGPT verbinden sich, indem Sie sich hier anmelden. Jeder hat einen Schlüssel Ihres Kontos: Seine Limits und sein Verbrauch sind die des Schlüssels.',
  address: 'Die Adresse für sie:',
  noServer:
    'Diese Instanz bietet Programmen keine Anmeldung an: Der Betreiber hat PUBLIC_URL nicht auf eine https-Adresse gesetzt.',
  none: 'Noch sind keine Programme verbunden.',
  program: 'Programm',
  knownAs: 'Bekannt als',
  since: 'Verbunden seit',
  mark: 'verbundenes Programm',
  everything: 'Alles',
  disconnect: 'Trennen',
  disconnectOne: (name) => `${name} trennen`,
  confirm: (name) => `${name} trennen?`,
  disconnectTitle: 'Ein Programm trennen',
  disconnectNote:
    'Sein Schlüssel wird widerrufen, und seine Anfragen werden ab sofort abgelehnt. Es kann Sie bitten, es wieder zu verbinden.',
  keep: 'Behalten',
  connect: (name) => `${name} verbinden?`,
  asks: (username) => `Ein Programm möchte mit Ihrem Konto ${username} suchen.`,
  claimedName: 'Es nennt sich',
  host: 'Seine Website',
  noHost: 'nicht bekannt: Es hat sich selbst registriert',
  answersTo: 'Der Zugang geht an',
  localOnly:
    'Dieses Programm läuft auf Ihrem eigenen Rechner, und jedes Programm dort kann seinen Namen benutzen. Erlauben Sie dies nur, wenn Sie es gerade selbst gestartet haben.',
  may: 'Es darf',
  limits: 'Limits und Ablauf',
  makesKey:
    'Damit entsteht ein Schlüssel für Ihr Konto. Unter „Verbundene Programme“ können Sie ihn jederzeit ändern oder das Programm trennen.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  noScope: 'Wählen Sie mindestens eines aus.',
  problems: 'Bitte prüfen:',
  done: {
    disconnected: 'Programm getrennt. Seine Anfragen werden ab sofort abgelehnt.',
    sent: 'Dieses Formular wurde bereits gesendet. Wenn das Programm hier nicht steht, verbinden Sie es noch einmal.',
  },
};
