import { countText } from '../number-text.ts';
import type { overview as english } from './overview-en.ts';

const count = (value: number) => countText(value, 'de');
const things = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`;

/** The German texts of the overview of the instance. */
export const overview: typeof english = {
  title: 'Übersicht',
  hand: 'Was zu tun ist',
  nothingToDo: 'Nichts. Alles, was überwacht wird, ist in Ordnung.',
  noAlert: 'Noch keine Warnung hat begonnen. Was nicht in Ordnung ist, steht unten.',
  well: 'in Ordnung:',
  unwell: 'braucht Aufmerksamkeit:',
  spentOn: (day) => `voraussichtlich aufgebraucht am ${day}`,
  sum: (cost, forecast) => `Bisher ${cost}, am Monatsende ${forecast}.`,
  mend: 'Beheben',
  moreAlerts: (value) => `${count(value)} weitere`,
  since: 'seit',
  health: 'Läuft alles?',
  workers: 'Worker',
  webs: 'Web-Prozesse',
  running: (value) => things(value, 'läuft', 'laufen'),
  noWorkers: 'Keiner läuft: Keine Suche kann beantwortet werden',
  redis: 'Redis',
  redisUnlimited: 'ohne Speichergrenze',
  redisShare: (share) => `${share} des Speichers belegt`,
  redisFull: (share) => `${share} des Speichers belegt: fast voll`,
  redisAdvice: 'maxmemory erhöhen, oder mit redis-cli --bigkeys sehen, was ihn füllt',
  engines: 'Suchmaschinen',
  enginesUp: (up, of) => `${count(up)} von ${count(of)} in Betrieb`,
  enginesDown: (names) => `Nicht in Betrieb: ${names}`,
  usage: 'Wie viel wird verbraucht?',
  today: 'Suchen heute',
  thisMonth: 'Suchen in diesem Monat',
  lastDays: 'Suchen in 30 Tagen',
  failing: 'Was schlägt fehl? Die letzten 24 Stunden',
  cost: 'Was kostet es?',
  service: 'Dienst',
  month: 'Dieser Monat',
  left: 'Übrig',
  soFar: 'Kosten bisher',
  forecast: 'Am Monatsende',
  units: (used, limit) =>
    limit === null
      ? things(used, 'Einheit', 'Einheiten')
      : `${count(used)} von ${things(limit, 'Einheit', 'Einheiten')}`,
  unlimited: 'kein Limit',
  noBudgets: 'Keine Suchmaschine hat ein Budget oder einen Preis.',
  forecastNote: 'Die Prognose schreibt den bisherigen Verlauf des Monats fort.',
  more: { usage: 'Gesamter Verbrauch', budgets: 'Budgets und Preise' },
};
