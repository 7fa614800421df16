import { z } from 'zod';
import { translate } from '../../../lib/answers/phrases.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Swatch } from './colour.tsx';
import { Details, Headline, Note } from './parts.tsx';
import { searchFor, shortText, text, viewOf } from './view.tsx';

/** The way to write digests that nobody has to be told. */
const USUAL_ENCODING = 'hex';

/** The digest of a text, or what a digest may be. */
export const hash = viewOf(
  z.union([
    z.object({ algorithm: shortText, encoding: shortText.catch(''), input: text, value: text }),
    z.object({ bits: z.number(), algorithms: z.array(shortText).min(1).max(50), input: text }),
  ]),
  ({ data }) => {
    const { fields } = useTexts().instant;
    if ('bits' in data) {
      return (
        <>
          <Headline asked={data.input}>{data.algorithms.join(', ')}</Headline>
          <Details rows={[[fields.bits, String(data.bits)]]} />
        </>
      );
    }
    return (
      <>
        <Headline isCode asked={`${data.algorithm.toUpperCase()} · ${data.input}`}>
          {data.value}
        </Headline>
        <Note facts={[data.encoding === USUAL_ENCODING ? '' : data.encoding]} />
      </>
    );
  },
);

/** A text in another code. */
export const encode = viewOf(
  z.object({ op: shortText, input: text, value: text }),
  ({ data: { op, input, value } }) => (
    <Headline isCode asked={`${op} · ${input}`}>
      {value}
    </Headline>
  ),
);

const numeral = z.string().min(1).max(2_000);
const BASES = [
  ['bin', 2],
  ['oct', 8],
  ['dec', 10],
  ['hex', 16],
] as const;

/** A number in the base that was asked for, and in the usual ones. */
export const base = viewOf(
  z.object({
    ...{ value: numeral, bin: numeral, oct: numeral, dec: numeral, hex: numeral },
    ...{ input: shortText.catch(''), from_base: z.number(), to_base: z.number() },
  }),
  ({ data }) => {
    const { baseOf } = useTexts().instant;
    return (
      <>
        <Headline isCode asked={data.input && `${data.input} (${baseOf(data.from_base)}) → ${baseOf(data.to_base)}`}>
          {data.value}
        </Headline>
        <Details isCode rows={BASES.map(([field, number]) => [baseOf(number), data[field]])} />
      </>
    );
  },
);

const drawn = z.object({
  kind: shortText,
  value: text,
  values: z
    .array(z.union([text, z.number()]))
    .min(1)
    .max(1_000),
  total: z.number().nullish(),
});
const CODES = ['uuid', 'password', 'string', 'colour'];

/** What was drawn at random, with a link that draws again. */
export const random = viewOf(drawn, ({ answer, data: { kind, value, values, total } }) => {
  const { instant } = useTexts();
  const language = useLocale();
  const written = values.map((each) => {
    if (typeof each === 'number') return each.toLocaleString(language);
    // The sides of a coin are in English, for programs.
    return kind === 'coin' ? translate(each, language) : each;
  });
  const isCode = CODES.includes(kind);
  const [hex = ''] = kind === 'colour' ? (/^#[0-9a-f]{6}$/i.exec(value) ?? []) : [];
  const sum = typeof total === 'number' ? sumText(values, total, language) : '';
  return (
    <>
      {hex && <Swatch hex={hex} />}
      {written.length > 1 && isCode ? (
        <Details isCode rows={written.map((each, at) => [`${at + 1}`, each])} />
      ) : (
        <Headline isCode={isCode} asked={sum && `${sum} =`}>
          {typeof total === 'number' ? total.toLocaleString(language) : written.join(', ')}
        </Headline>
      )}
      <p class="note">
        <a class="button quiet small" href={searchFor(answer.query)} data-again="">
          {instant.again}
        </a>
      </p>
    </>
  );
});

/** The dice, and what is added to them: `4 + 3 − 1`. Empty if that is the total itself. */
function sumText(values: readonly (string | number)[], total: number, language: string): string {
  const dice = values.map(Number);
  const added = total - dice.reduce((all, each) => all + each, 0);
  const line = dice.map((each) => each.toLocaleString(language)).join(' + ');
  if (added === 0) return dice.length > 1 ? line : '';
  return `${line} ${added > 0 ? '+' : '−'} ${Math.abs(added).toLocaleString(language)}`;
}
