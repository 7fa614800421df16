import { failureReasonsDe } from '../../providers/texts/failure-reasons.ts';
import type { Alert } from '../alert.ts';
import { budgetSetting, colonAndReason, engineName } from './about-engine.ts';
import type { AlertWords } from './alert-words.ts';
import type { Figures } from './figures.ts';

const periods: Readonly<Record<string, string>> = { day: 'heute', month: 'diesen Monat' };
const budget = (alert: Alert, count: Figures['count'], what: string) => {
  const { period, used, limit } = alert.facts;
  return `${what}: ${count(used)} von ${count(limit)} Einheiten für ${engineName(alert)} ${periods[String(period)]}.`;
};
const others = ({ facts }: Alert) =>
  facts.more === undefined ? '' : ` Anmeldungen von neuen Geräten danach: ${facts.more}.`;
const device = ({ facts }: Alert) =>
  [facts.browser, facts.system].filter(Boolean).join(' unter ') || 'ein unbekanntes Programm';

export const de = ({ count, day, minute }: Figures): AlertWords => ({
  line(alert) {
    const { kind, subject, facts } = alert;
    switch (kind) {
      case 'engine_failing':
        return `${engineName(alert)} antwortet seit mehr als zehn Minuten nicht richtig${colonAndReason(alert, failureReasonsDe)}.`;
      case 'budget_80':
        return budget(alert, count, 'Mehr als 80 % des Budgets sind verbraucht');
      case 'budget_100':
        return budget(alert, count, 'Das Budget ist verbraucht');
      case 'key_ends':
        return `Der Schlüssel ${subject} von ${alert.account} läuft am ${day(String(facts.ends_at))} ab.`;
      case 'workers_missing':
        return 'Es läuft kein Worker-Prozess, deshalb werden Suchen abgelehnt.';
      case 'redis_full':
        return `Redis${subject ? ` (${subject})` : ''} belegt ${count(facts.percent)} % seines Speichers.`;
      case 'new_device':
        return `${subject} hat sich von einem neuen Gerät angemeldet: ${device(alert)}, Netz ${facts.network || 'unbekannt'}.${others(alert)}`;
    }
  },
  advice({ kind, subject }) {
    switch (kind) {
      case 'engine_failing':
        return 'Die letzten Fehler stehen auf der Seite „Suchmaschinen“.';
      case 'budget_80':
      case 'budget_100':
        return `Erhöhen Sie ${budgetSetting(subject)} in der Umgebung, oder warten Sie, bis das Budget neu beginnt.`;
      case 'key_ends':
        return 'Geben Sie dem Schlüssel ein späteres Ablaufdatum, oder ersetzen Sie ihn durch einen neuen.';
      case 'workers_missing':
        return 'Starten Sie einen Worker, und sehen Sie ins Protokoll des letzten.';
      case 'redis_full':
        return 'Geben Sie Redis mehr Speicher. Bis dahin wird weniger zwischengespeichert.';
      case 'new_device':
        return 'Wenn Sie das nicht waren, beenden Sie die Sitzung und ändern Sie Ihr Passwort.';
    }
  },
  subject: (line, hasEnded) => `${hasEnded ? 'Vorbei' : 'Warnung'}: ${line}`,
  time: (iso) => `${minute(iso)} UTC`,
  began: 'Es hat begonnen:',
  ended: 'Es ist vorbei:',
  since: 'Seit',
  until: 'Bis',
  more: 'Mehr',
  why: 'Sie erhalten diese E-Mail, weil Ihre Adresse für Warnungen dieses Tributary eingetragen ist. Wer die Instanz verwaltet, kann sie entfernen.',
  code: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    line: (code) =>
      `Geben Sie diesen Code innerhalb einer Stunde auf der Seite „Sitzungen“ ein, damit E-Mails über Ihr Konto hierher kommen: ${code}`,
    why: 'Sie erhalten diese E-Mail, weil jemand Ihre Adresse in einem Konto dieses Tributary eingetragen hat. Wenn Sie das nicht waren, müssen Sie nichts tun: Es folgt keine weitere.',
  },
  test: {
    subject: 'Test der Warnungen',
    line: 'Dies ist ein Test. Wenn Sie ihn lesen, kommen E-Mails über Warnungen an.',
  },
});
