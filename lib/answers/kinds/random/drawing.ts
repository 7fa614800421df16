import { z } from 'zod';

/** The schema of all draws, and the wording around them. */

export const RandomData = z.object({
  kind: z
    .enum(['coin', 'dice', 'number', 'uuid', 'password', 'passphrase', 'colour', 'string', 'choice'])
    .describe('Type of draw.'),
  values: z.array(z.union([z.string(), z.number()])).describe('Each draw.'),
  value: z.union([z.string(), z.number()]).describe('The draw; several draws are joined into one string.'),
  total: z.number().optional().describe('Sum of the dice, including the modifier.'),
});
export type RandomData = z.infer<typeof RandomData>;

/** Draws when called. A query that asks for no draw gets null instead. */
export type Draw = () => Omit<RandomData, 'value'>;

/** Maximum number of draws per query. */
export const MAX_DRAWS = 100;

export const LEAD =
  "(?:(?:please|pls|hey|ok|okay|now|just|can you|can i|let me|could you|would you|will you|can we|i want you to|i need you to|i'd like you to|i want to|i want|i need|i'd like|go ahead and|let's|lets|go|do|run|perform|give|get|show|tell|make|create|generate|generator|draw|pick|choose|select|say|think of|virtual|new|me|an?|the|your|my|random(?:ly)?|rand|online|one|some|for) )*";
const RESULT =
  "and (?:tell|show|give) me (?:the (?:result|results|outcome|number|side)|what (?:you get|you got|it is|it says|it lands on|comes up|the result is)|(?:if|whether) it(?:'s| is| lands on)? heads or tails)";
export const TAIL = `(?: (?:now|please|pls|for me|again|online|ai|today|generator|simulator|right now|${RESULT}))*!*`;
/** A pattern for the whole query, with optional wording around it. */
export const whole = (form: string) => new RegExp(`^${LEAD}${form}${TAIL}$`);

export const COUNTS: Readonly<Record<string, number>> = {
  zero: 0,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
export const COUNT = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)';
/** The number of draws; null if it is zero or too high. */
export function countOf(text: string | undefined, otherwise = 1, most = MAX_DRAWS): number | null {
  const count = text === undefined ? otherwise : (COUNTS[text] ?? Number(text));
  return count >= 1 && count <= most ? count : null;
}
