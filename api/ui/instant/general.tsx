import { z } from 'zod';
import type { Language } from '../preferences.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { Texts } from '../texts/en.ts';
import { type Detail, Details, Headline, Note } from './parts.tsx';
import { text, viewOf } from './view.tsx';

const MAX_CHARS = 5_000;
/** Whether a value is code, which is shown as it is written. */
const CODE_TYPES = new Set(['useragent', 'json', 'subnet', 'ip']);

/** Any answer: its value large, its line if that says more, and every field that has a name in the catalogue. */
export const general = viewOf(
  z.looseObject({ value: z.union([text, z.number(), z.boolean()]).nullish() }),
  ({ answer: { type, answer }, data }) => {
    const { instant } = useTexts();
    const language = useLanguage();
    // A yes-or-no question has `true` or `false` as its value, which the line says in words.
    const value = typeof data.value === 'string' && !/^(?:true|false|)$/.test(data.value) ? data.value : null;
    const isSaid = value === null || squeezed(answer).startsWith(squeezed(value));
    const isCode = value !== null && CODE_TYPES.has(type);
    const rows = rowsOf(data, instant, language).filter(([, shown]) => shown !== value);
    return (
      <>
        <Headline isCode={isCode} asked={isSaid || value === null ? '' : answer}>
          {isCode || !isSaid ? value : answer}
        </Headline>
        <Details rows={rows} />
        <Note facts={[typeof data.source === 'string' && type !== 'algebra' ? instant.dataFrom(data.source) : '']} />
      </>
    );
  },
);

const squeezed = (line: string) => line.replace(/[\s,.]/g, '');

/** The fields of data that have a name, also those of objects in it. */
function rowsOf(data: object, instant: Texts['instant'], language: Language): Detail[] {
  const names: Readonly<Record<string, string>> = instant.fields;
  return Object.entries(data).flatMap(([field, value]): Detail[] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return rowsOf(value, instant, language);
    const name = Object.hasOwn(names, field) ? names[field] : undefined;
    const shown = fieldText(value, instant, language);
    return name && shown !== '' ? [[name, shown]] : [];
  });
}

function fieldText(value: unknown, instant: Texts['instant'], language: Language): string {
  if (typeof value === 'string') return value.length > MAX_CHARS ? '' : value;
  if (typeof value === 'boolean') return value ? instant.yes : instant.no;
  if (typeof value === 'number' && Number.isFinite(value))
    return value.toLocaleString(language, { maximumFractionDigits: 6 });
  if (!Array.isArray(value)) return '';
  const parts = value.slice(0, 100).map((each) => (Array.isArray(each) ? '' : fieldText(each, instant, language)));
  return parts.some((part) => part === '') ? '' : parts.join(language === 'de' ? '; ' : ', ');
}
