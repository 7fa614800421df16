import { type AdapterOperationName, adapterOperationNames, type InputOf, operationGroups } from './adapter.ts';
import type { Provider } from './provider.ts';

const SEARCH = { q: 'weather', page: 1, lang: '', safe: false, date: null };
const LOOKUP = { q: 'weather', lang: 'en', safe: false };
const PARIS = { lat: 48.8566, lon: 2.3522 };

/** A question that every provider of an operation can answer. */
const QUESTIONS: { readonly [Name in AdapterOperationName]: InputOf<Name> } = {
  web: SEARCH,
  images: SEARCH,
  news: SEARCH,
  videos: SEARCH,
  suggest: LOOKUP,
  article: LOOKUP,
  answer: LOOKUP,
  geocode: { q: 'Paris', lang: 'en', limit: 1 },
  reverse: { ...PARIS, zoom: 10, lang: 'en' },
  translate: { text: 'yes', source: 'en', target: 'de' },
  languages: {},
  findPlace: { q: 'Paris', country: '', region: '', lang: 'en' },
  forecast: PARIS,
  airQuality: PARIS,
  rate: { from: 'EUR', to: 'USD' },
  define: { q: 'weather' },
  rerank: { query: 'weather', documents: ['The weather is fine.', 'A river.'] },
};

/** An operation of a provider, and a question for it. */
export function questionFor({ id, group, adapter }: Provider): {
  name: AdapterOperationName;
  input: InputOf<AdapterOperationName>;
  /** What it takes from the provider's budget. */
  units: number;
} {
  const name = adapterOperationNames.find((one) => operationGroups[one] === group && adapter.operations[one]);
  if (!name) throw new Error(`${id} has no operation.`);
  const input = QUESTIONS[name];
  const operation = adapter.operations[name] as { units?(input: unknown): number } | undefined;
  return { name, input, units: operation?.units?.(input) ?? 1 };
}
