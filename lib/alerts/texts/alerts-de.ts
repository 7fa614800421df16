import type { Alert } from '../alert.ts';
import type { AlertWords } from './alert-words.ts';

const periods: Readonly<Record<string, string>> = { day: 'heute', month: 'diesen Monat' };
const budget = ({ subject, facts }: Alert, what: string) =>
  `${what}: ${facts.used} von ${facts.limit} Einheiten für ${subject} ${periods[String(facts.period)]}.`;
const device = ({ facts }: Alert) =>
  [facts.browser, facts.system].filter(Boolean).join(' unter ') || 'ein unbekanntes Programm';

export const de: AlertWords = {
  line(alert) {
    const { kind, subject, facts } = alert;
    switch (kind) {
      case 'engine_failing':
        return `${subject} antwortet seit mehr als zehn Minuten nicht richtig${facts.error ? ` (${facts.error})` : ''}.`;
      case 'budget_80':
        return budget(alert, 'Mehr als 80 % des Budgets sind verbraucht');
      case 'budget_100':
        return budget(alert, 'Das Budget ist verbraucht');
      case 'key_ends':
        return `Der Schlüssel ${subject} von ${alert.account} läuft am ${String(facts.ends_at).slice(0, 10)} ab.`;
      case 'workers_missing':
        return 'Es läuft kein Worker-Prozess, deshalb werden Suchen abgelehnt.';
      case 'redis_full':
        return `Redis${subject ? ` (${subject})` : ''} belegt ${facts.percent} % seines Speichers.`;
      case 'new_device':
        return `${subject} hat sich von einem neuen Gerät angemeldet: ${device(alert)}, Netz ${facts.network || 'unbekannt'}.`;
    }
  },
  advice({ kind }) {
    switch (kind) {
      case 'engine_failing':
        return 'Die letzten Fehler stehen auf der Seite „Suchmaschinen“.';
      case 'budget_80':
      case 'budget_100':
        return 'Erhöhen Sie das Budget in den Einstellungen, oder warten Sie, bis es neu beginnt.';
      case 'key_ends':
        return 'Erneuern Sie den Schlüssel, oder geben Sie ihm ein späteres Ende.';
      case 'workers_missing':
        return 'Starten Sie einen Worker, und sehen Sie ins Protokoll des letzten.';
      case 'redis_full':
        return 'Geben Sie Redis mehr Speicher. Bis dahin wird weniger zwischengespeichert.';
      case 'new_device':
        return 'Wenn Sie das nicht waren, beenden Sie die Sitzung und ändern Sie Ihr Passwort.';
    }
  },
  subject: (line, hasEnded) => `${hasEnded ? 'Vorbei' : 'Warnung'}: ${line}`,
  began: 'Es hat begonnen:',
  ended: 'Es ist vorbei:',
  since: 'Seit',
  until: 'Bis',
  more: 'Mehr',
  why: 'Sie erhalten diese E-Mail, weil Ihre Adresse für Warnungen dieses Tributary eingetragen ist. Wer die Instanz verwaltet, kann sie entfernen.',
  test: {
    subject: 'Test der Warnungen',
    line: 'Dies ist ein Test. Wenn Sie ihn lesen, kommen E-Mails über Warnungen an.',
  },
};
