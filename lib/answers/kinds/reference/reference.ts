import { type AnswerContent, inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { emojiNamed, sign, unicode } from './characters.ts';
import { fromClauses, inWords, toLetters, toOctal } from './chmod.ts';
import { callingCode, countryCode } from './country-codes.ts';
import { type Look, ReferenceData } from './data.ts';
import { httpStatus, mime, port } from './network.ts';
import { keyOf, namesTopic } from './topic.ts';

/** A file mode next to nothing but words about it. */
const chmod: Look = ({ reading: { plain } }) => {
  const isBare = /^[-rwxst]{9,10}$/i.test(plain);
  const mode = keyOf(plain, 'chmod')?.key ?? (isBare ? plain : '');
  const letters = toLetters(mode);
  // Dashes alone are a line.
  if (letters === null && !/[rwx]/.test(mode)) return null;
  const octal = letters === null ? (fromClauses(mode) ?? toOctal(mode)) : mode;
  if (octal === null) return null;
  const symbolic = toLetters(octal) as string;
  return {
    answer: `${octal} ${symbolic} (${inWords(symbolic)})`,
    data: { kind: 'chmod', octal, symbolic, value: letters === null ? octal : symbolic },
  };
};

const LOOKS: readonly Look[] = [httpStatus, port, countryCode, callingCode, sign, unicode, chmod, emojiNamed, mime];
const MAX_CHARACTERS = 90;
/** What needs no word of a topic: a status with its name, a code point, a file mode, a code, an emoji. */
const SELF_EVIDENT = /^(?:\d{3} \D|u\+|\\[ux]|[-rwxst]{9})|\+\d|emoji|mean|\bcodes?\b/;

const find = memoizeLast((query): AnswerContent<ReferenceData> | null => {
  const { plain } = query.reading;
  if (query.q.length > MAX_CHARACTERS || !(namesTopic(plain) || SELF_EVIDENT.test(plain))) return null;
  for (const look of LOOKS) {
    const found = look(query);
    if (found) return found;
  }
  return null;
});

/** Looks up codes, ports and signs in tables. */
export const reference = inlineKind<ReferenceData>({
  type: 'reference',
  lasting: true,
  example: 'http 404',
  data: ReferenceData,
  match: (query) => find(query) !== null,
  work: find,
});
