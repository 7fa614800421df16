import { countText } from '../number-text.ts';

const count = (value: number) => countText(value, 'en');
const things = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`;

/** The English texts of the overview of the instance. */
export const overview = {
  title: 'Overview',
  hand: 'What needs attention',
  nothingToDo: 'Nothing. Everything that is watched is as it should be.',
  noAlert: 'No alert has begun. What is not well is below.',
  well: 'fine:',
  unwell: 'needs attention:',
  spentOn: (day: string) => `will be used up on ${day}`,
  sum: (cost: string, forecast: string) => `${cost} so far, ${forecast} at the end of the month.`,
  mend: 'Mend it',
  moreAlerts: (value: number) => `${count(value)} more`,
  since: 'since',
  health: 'Is it healthy?',
  workers: 'Workers',
  webs: 'Web processes',
  running: (value: number) => things(value, 'is running', 'are running'),
  noWorkers: 'None is running: no search can be answered',
  redis: 'Redis',
  redisUnlimited: 'no memory limit',
  redisShare: (share: string) => `${share} of its memory used`,
  redisFull: (share: string) => `${share} of its memory used: nearly full`,
  redisAdvice: 'Raise its maxmemory, or see what takes it with redis-cli --bigkeys',
  engines: 'Engines',
  enginesUp: (up: number, of: number) => `${count(up)} of ${count(of)} in service`,
  enginesDown: (names: string) => `Not in service: ${names}`,
  usage: 'How much is used?',
  today: 'Searches today',
  thisMonth: 'Searches this month',
  lastDays: 'Searches in 30 days',
  failing: 'What fails? The last 24 hours',
  cost: 'What does it cost?',
  service: 'Service',
  month: 'This month',
  left: 'Left',
  soFar: 'Cost so far',
  forecast: 'At the end of the month',
  units: (used: number, limit: number | null) =>
    limit === null ? `${things(used, 'unit', 'units')}` : `${count(used)} of ${things(limit, 'unit', 'units')}`,
  unlimited: 'no limit',
  noBudgets: 'No engine has a budget or a price.',
  forecastNote: 'The forecast continues the month so far.',
  more: { usage: 'All usage', budgets: 'Budgets and prices' },
};
