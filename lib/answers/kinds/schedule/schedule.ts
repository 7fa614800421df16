import cronstrue from 'cronstrue/i18n.js';
import { z } from 'zod';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';

/** Node.js has the class of this CommonJS module in `default` once more, test runners have not. */
const descriptor =
  'default' in cronstrue ? cronstrue.default : (cronstrue as typeof import('cronstrue/i18n.js').default);

const NAMED = /^(?:explain )?cron(?:tab|job)?(?: (?:expression|schedule|job))?:? ["'`]?([^"'`]+)["'`]?$/;
const FIELD = /^(?:[\d*/,\-?#lw]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)+$/;
/** `what does 0 5 * * 1 mean` */
const MEANING = /^what does (.+) mean$/;
const MAX_CHARS = 100;

/** The fields of a schedule. Without the word, two stars side by side tell one from a product: `0 5 * * 1`. */
function fieldsIn(folded: string): string | null {
  const [, given] = NAMED.exec(folded) ?? [];
  const fields = (given ?? folded).split(' ');
  if (fields.length !== 5 || !fields.every((field) => FIELD.test(field))) return null;
  const isSure = given !== undefined || fields.some((field, at) => field === '*' && fields[at + 1] === '*');
  return isSure ? fields.join(' ').toUpperCase() : null;
}

/** What a schedule of cron means. */
export const schedule = inlineAnswer({
  type: 'schedule',
  example: 'cron 0 5 * * 1',
  lasting: true,
  data: z.object(texts('expression', 'value')),
  words: () => ['cron', 'crontab', 'cronjob'],
  signs: /\* \*/,
  read: ({ reading: { folded } }) => (folded.length <= MAX_CHARS ? fieldsIn(folded.replace(MEANING, '$1')) : null),
  answer(expression, { lang }) {
    const inWords = (locale: string) =>
      descriptor.toString(expression, {
        locale,
        throwExceptionOnParseError: true,
        use24HourTimeFormat: locale !== 'en',
      });
    try {
      // An unknown language gets English.
      const value = inWords('en');
      const [language = 'en'] = lang.toLowerCase().split('-');
      const known = language === 'pt' ? 'pt_BR' : language;
      const answer = Object.hasOwn(descriptor.locales, known) ? inWords(known) : value;
      return { answer, data: { expression, value } };
    } catch (error) {
      // It throws a text for what is no schedule, such as a month 13.
      if (typeof error === 'string') return null;
      throw error;
    }
  },
});
