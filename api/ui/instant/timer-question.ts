import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import { loadAnswers } from '../../instant/answers.ts';

/** Timers and stopwatches run on the page alone, so the API has no such kind. */

const STOPWATCH = /^(?:online )?(?:stop ?watch|stoppuhr)$/;
const TIMER = /\b(?:timer|count ?down|kurzzeitmesser|eieruhr)\b/;
const LONGEST_S = 86_400;
const DEFAULT_S = 300;

/** The timer or the stopwatch that a query asks for; null if it asks for neither. */
export async function timerFor(q: string, lang: string): Promise<InstantAnswer | null> {
  const folded = q.trim().toLowerCase();
  const isStopwatch = STOPWATCH.test(folded);
  if (!isStopwatch && !TIMER.test(folded)) return null;
  if (isStopwatch) return { type: 'stopwatch', query: q, answer: q, data: {} };
  const seconds = await secondsOf(folded, lang);
  return seconds === null ? null : { type: 'timer', query: q, answer: q, data: { seconds } };
}

/** How long the timer runs: `timer 5 min`, `set a timer for 10 minutes`; null if the query says more. */
async function secondsOf(folded: string, lang: string): Promise<number | null> {
  // The words of dates and spans are loaded with the answers.
  await loadAnswers();
  const { Reading } = await import('../../../lib/answers/reading/reading.ts');
  const { dateLines } = await import('../../../lib/answers/reading/dates/date-words.ts');
  const { itemsOf, secondsIn } = await import('../../../lib/answers/reading/dates/date-items.ts');
  const { Temporal } = await import('temporal-polyfill');
  const { numeric } = new Reading(folded.replace(TIMER, ' ').replace(/^\s*(?:set|start|stelle|starte)\b/, ''), lang);
  const rest = numeric.replace(/^(?:(?:an?|the|einen?|den|for|of|fur|von|auf)(?: |$))+/, '').trim();
  if (rest === '') return DEFAULT_S;
  const now = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO('UTC');
  for (const { words } of dateLines(rest)) {
    const [{ span } = {}, more] = itemsOf(words, { now, at: now.toPlainDateTime(), dayFirst: false, lang });
    const seconds = span && !more ? secondsIn(span) : Number.NaN;
    if (seconds > 0 && seconds <= LONGEST_S) return seconds;
  }
  return null;
}
