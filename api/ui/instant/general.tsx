import { z } from 'zod';
import { localNumber } from '../../../lib/answers/local-formats.ts';
import type { Language } from '../preferences.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { Texts } from '../texts/en.ts';
import { type Detail, Details, Headline, Note } from './parts.tsx';
import { text, viewOf } from './view.tsx';

const MAX_CHARS = 5_000;
const ENOUGH_ROWS = 3;
/** Whether a value is code, which is shown as it is written. */
const CODE_TYPES = new Set(['useragent', 'json', 'subnet', 'ip']);
/** Of these, numbers are amounts. Elsewhere they are codes, ports and the like, which have no separators. */
const NUMBER_TYPES = new Set(['finance', 'stats']);

/** Any answer: its value large, its line if that says more, and every field that has a name in the catalogue. */
export const general = viewOf(
  z.looseObject({ value: z.union([text, z.number(), z.boolean()]).nullish() }),
  ({ answer: { type, answer }, data }) => {
    const { instant } = useTexts();
    const language = useLanguage();
    // A yes-or-no question has `true` or `false` as its value, which the line says in words.
    const value = typeof data.value === 'string' && !/^(?:true|false|)$/.test(data.value) ? data.value : null;
    const isNumber = NUMBER_TYPES.has(type);
    const rows = rowsOf(data, instant, isNumber ? language : null).filter(([, shown]) => shown !== value);
    const isWhole = value === null || squeezed(answer) === squeezed(value);
    // Of a line that begins with the value, several rows say the rest.
    const isTold = isWhole || (answer.startsWith(value) && rows.length >= ENOUGH_ROWS);
    const number = isNumber && typeof data.number === 'number' ? localNumber(data.number, language) : value;
    return (
      <>
        <Headline isCode={value !== null && CODE_TYPES.has(type)} asked={isTold ? '' : answer}>
          {isWhole ? answer : number}
        </Headline>
        <Details rows={rows} />
        <Note facts={[typeof data.source === 'string' ? instant.dataFrom(data.source) : '']} />
      </>
    );
  },
);

const squeezed = (line: string) => line.replace(/[\s,.]/g, '');

/** The fields of data that have a name, also those of objects in it. */
function rowsOf(data: object, instant: Texts['instant'], language: Language | null): Detail[] {
  const names: Readonly<Record<string, string>> = instant.fields;
  return Object.entries(data).flatMap(([field, value]): Detail[] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return rowsOf(value, instant, language);
    const name = Object.hasOwn(names, field) ? names[field] : undefined;
    const shown = fieldText(value, instant, language);
    return name && shown !== '' ? [[name, shown]] : [];
  });
}

function fieldText(value: unknown, instant: Texts['instant'], language: Language | null): string {
  if (typeof value === 'string') return value.length > MAX_CHARS ? '' : value;
  if (typeof value === 'boolean') return value ? instant.yes : instant.no;
  if (typeof value === 'number' && Number.isFinite(value))
    return language ? localNumber(value, language) : String(value);
  if (!Array.isArray(value)) return '';
  const parts = value.slice(0, 100).map((each) => (Array.isArray(each) ? '' : fieldText(each, instant, language)));
  return parts.some((part) => part === '') ? '' : parts.join('; ');
}
