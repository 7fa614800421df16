import * as engines from '../engines/all.ts';
import { deepl } from '../lookups/deepl.ts';
import { dictionary } from '../lookups/dictionary.ts';
import { duckduckgo } from '../lookups/duckduckgo.ts';
import { frankfurter } from '../lookups/frankfurter.ts';
import { libretranslate } from '../lookups/libretranslate.ts';
import { nominatim } from '../lookups/nominatim.ts';
import { openMeteo } from '../lookups/open-meteo.ts';
import { photon } from '../lookups/photon.ts';
import { rerank } from '../lookups/rerank.ts';
import type { Adapter } from './adapter.ts';

const SLUG = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** All adapters by slug: engines by name, then lookups in the order in which they are asked. */
export const adapters: ReadonlyMap<string, Adapter> = index([
  ...Object.values(engines).sort((one, other) => one.slug.localeCompare(other.slug)),
  duckduckgo,
  nominatim,
  photon,
  libretranslate,
  deepl,
  openMeteo,
  frankfurter,
  dictionary,
  rerank,
]);

/** The slugs of the engines: the adapters with at least one search tab. A slot takes any of them. */
export const engineSlugs: readonly string[] = [...adapters.values()]
  .filter(({ operations: { web, images, news, videos } }) => web || images || news || videos)
  .map(({ slug }) => slug);

function index(list: readonly Adapter[]): Map<string, Adapter> {
  const bySlug = new Map<string, Adapter>();
  for (const adapter of list) {
    if (!SLUG.test(adapter.slug)) throw new Error(`Adapter slug "${adapter.slug}" is not plain words joined by _.`);
    if (bySlug.has(adapter.slug)) throw new Error(`Two adapters are called "${adapter.slug}".`);
    bySlug.set(adapter.slug, adapter);
  }
  return bySlug;
}
