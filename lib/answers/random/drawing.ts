import { z } from 'zod';

/** What every draw has in common: its shape, and the wording around it. */

export const RandomData = z.object({
  kind: z
    .enum(['coin', 'dice', 'number', 'uuid', 'password', 'passphrase', 'colour', 'string', 'choice'])
    .describe('What was drawn.'),
  values: z.array(z.union([z.string(), z.number()])).describe('Every single draw.'),
  value: z.union([z.string(), z.number()]).describe('The draw; all of them in a line when there are several.'),
  total: z.number().optional().describe('The sum of the dice, with what is added to them.'),
});
export type RandomData = z.infer<typeof RandomData>;

/** Draws when it is called; that it exists says that the query asks for it. */
export type Draw = () => Omit<RandomData, 'value'>;

/** Draws at a time: nobody needs more. */
export const MAX_DRAWS = 100;

export const LEAD =
  "(?:(?:please|pls|hey|ok|okay|now|just|can you|can i|let me|could you|would you|will you|can we|i want you to|i need you to|i'd like you to|i want to|i want|i need|i'd like|go ahead and|let's|lets|go|do|run|perform|give|get|show|tell|make|create|generate|generator|draw|pick|choose|select|say|think of|virtual|new|me|an?|the|your|my|random(?:ly)?|rand|online|one|some|for) )*";
const RESULT =
  "and (?:tell|show|give) me (?:the (?:result|results|outcome|number|side)|what (?:you get|you got|it is|it says|it lands on|comes up|the result is)|(?:if|whether) it(?:'s| is| lands on)? heads or tails)";
export const TAIL = `(?: (?:now|please|pls|for me|again|online|ai|today|generator|simulator|right now|${RESULT}))*!*`;
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
/** Null for more than anybody needs, and for none. */
export function countOf(text: string | undefined, otherwise = 1, most = MAX_DRAWS): number | null {
  const count = text === undefined ? otherwise : (COUNTS[text] ?? Number(text));
  return count >= 1 && count <= most ? count : null;
}
