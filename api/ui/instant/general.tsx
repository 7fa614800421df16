import { z } from 'zod';
import { localNumber, numbersWith } from '../../../lib/answers/local-formats.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import type { Texts } from '../texts/en.ts';
import { type Detail, Details, Headline, Note } from './parts.tsx';
import { text, viewOf } from './view.tsx';

const MAX_CHARS = 5_000;
const ENOUGH_ROWS = 3;
/** Whether a value is code, which is shown as it is written. */
const CODE_TYPES = new Set(['useragent', 'json', 'jwt', 'subnet', 'ip']);
/** Of these, numbers are amounts. Elsewhere they are codes, ports and the like, which have no separators. */
const NUMBER_TYPES = new Set(['finance', 'stats']);
/** Numbers beside money that are none. */
const UNPRICED = new Set(['rate', 'years', 'people']);
const inCents = numbersWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Any answer: its value large, its line if that says more, and every field that has a name in the catalogue. */
export const general = viewOf(
  z.looseObject({ value: z.union([text, z.number(), z.boolean()]).nullish() }),
  ({ answer: { type, answer }, data }) => {
    const { instant } = useTexts();
    const language = useLocale();
    // A yes-or-no question has `true` or `false` as its value, which the line says in words.
    const value = typeof data.value === 'string' && !/^(?:true|false|)$/.test(data.value) ? data.value : null;
    const isNumber = NUMBER_TYPES.has(type);
    const isMoney = type === 'finance' && data.unit !== '%';
    const written = (amount: number, field: string) => {
      if (!isNumber) return String(amount);
      return (isMoney && !UNPRICED.has(field) ? inCents : localNumber)(amount, language);
    };
    const rows = rowsOf(data, instant, written).filter(([, shown]) => shown !== value);
    const number = isNumber && typeof data.number === 'number' ? written(data.number, 'value') : value;
    const isWhole = number === null || squeezed(answer) === squeezed(number);
    return (
      <>
        <Headline isCode={value !== null && CODE_TYPES.has(type)} asked={isWhole ? '' : aboveIn(answer, number, rows)}>
          {isWhole ? answer : number}
        </Headline>
        <Details rows={rows} />
        <Note facts={[typeof data.source === 'string' ? instant.dataFrom(data.source) : '']} />
      </>
    );
  },
);

/** What a line says before the value, if the rows say the rest; else all of it. */
function aboveIn(line: string, value: string, rows: readonly Detail[]): string {
  const isTold = (part: string) => rows.some(([, shown]) => lettersOf(String(shown)) === lettersOf(part));
  const at = line.indexOf(value);
  const [before, rest] = [line.slice(0, at).trim(), line.slice(at + value.length)];
  if (at < 0 || !(lettersOf(rest) === '' || rows.length >= ENOUGH_ROWS || isTold(rest))) return line;
  return isTold(before) ? '' : before;
}

/** Writes the number of a field. */
type Written = (value: number, field: string) => string;

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

const squeezed = (line: string) => line.replace(/[\s,.]/g, '');

/** The fields of data that have a name, also those of objects in it, unless they repeat one. */
function rowsOf(data: object, instant: Texts['instant'], written: Written): Detail[] {
  const names: Readonly<Record<string, string>> = instant.fields;
  const all: Detail[] = [];
  for (const [field, value] of Object.entries(data)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const inner = rowsOf(value, instant, written);
      all.push(...inner.filter(([, shown]) => !all.some(([, known]) => known === shown)));
      continue;
    }
    const name = Object.hasOwn(names, field) ? names[field] : undefined;
    const shown = fieldText(value, instant, (number) => written(number, field));
    if (name && shown !== '') all.push([name, shown]);
  }
  return all;
}

function fieldText(value: unknown, instant: Texts['instant'], written: (value: number) => string): string {
  if (typeof value === 'string') return value.length > MAX_CHARS ? '' : value;
  if (typeof value === 'boolean') return value ? instant.yes : instant.no;
  if (typeof value === 'number' && Number.isFinite(value)) return written(value);
  if (!Array.isArray(value)) return '';
  const parts = value.slice(0, 100).map((each) => (Array.isArray(each) ? '' : fieldText(each, instant, written)));
  return parts.some((part) => part === '') ? '' : parts.join('; ');
}
