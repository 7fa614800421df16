import { z } from 'zod';
import { once, tableFile } from './data-file.ts';
import { texts } from './fields.ts';

const rows = tableFile(new URL('./data/examples.tsv', import.meta.url), z.object(texts('kind', 'query')));

/** A query of each kind of answer, for types with several kinds. */
export const kindExamples = once(() => new Map(rows().map(({ kind, query }) => [kind, query])));
