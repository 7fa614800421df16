import { once, textTable } from './data-file.ts';

const rows = textTable(new URL('./data/examples.tsv', import.meta.url), 'kind', 'query');

/** A query of each kind of answer, for types with several kinds. */
export const kindExamples = once(() => new Map(rows().map(({ kind, query }) => [kind, query])));
