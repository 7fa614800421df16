import type { AnswerKind } from './answer.ts';
import { colour } from './colour.ts';
import { encode } from './encode.ts';
import { finance } from './finance.ts';
import { hash } from './hash.ts';
import { ip } from './ip.ts';
import { json } from './json.ts';
import { number } from './number.ts';
import { qr } from './qr.ts';
import { random } from './random.ts';
import { reference } from './reference.ts';
import { stats } from './stats.ts';
import { subnet } from './subnet.ts';
import { text } from './text.ts';
import { useragent } from './useragent.ts';

/**
 * Every kind of answer, in the order in which they are tried. The order is deliberate: where two could claim a query, the
 * more particular one comes first, with the reason beside it.
 */
export const answerKinds: readonly AnswerKind[] = index([
  ip as AnswerKind,
  useragent as AnswerKind,
  // `random sha256` is a draw, not the digest of a word.
  random as AnswerKind,
  // `port 443 …` and `chmod 755` before anything that counts with numbers.
  reference as AnswerKind,
  subnet as AnswerKind,
  json as AnswerKind,
  qr as AnswerKind,
  // `red to hex` is a colour, not the bytes of a word: before encode.
  colour as AnswerKind,
  hash as AnswerKind,
  encode as AnswerKind,
  // `1 to words` and `XIV to numbers` before text, which turns letters into telephone keys.
  number as AnswerKind,
  finance as AnswerKind,
  stats as AnswerKind,
  text as AnswerKind,
]);

function index(kinds: readonly AnswerKind[]): readonly AnswerKind[] {
  const types = kinds.map(({ type }) => type);
  const double = types.find((type, at) => types.indexOf(type) < at);
  if (double) throw new Error(`Two kinds of answer are called "${double}".`);
  return kinds;
}
