import { brave } from '../engines/brave.ts';
import { duckduckgo } from '../engines/duckduckgo.ts';
import { exa } from '../engines/exa.ts';
import { gdelt } from '../engines/gdelt.ts';
import { hackernews } from '../engines/hackernews.ts';
import { kagi } from '../engines/kagi.ts';
import { marginalia } from '../engines/marginalia.ts';
import { mediawiki } from '../engines/mediawiki.ts';
import { mojeek } from '../engines/mojeek.ts';
import { mwmbl } from '../engines/mwmbl.ts';
import { openverse } from '../engines/openverse.ts';
import { searxng } from '../engines/searxng.ts';
import { sepiasearch } from '../engines/sepiasearch.ts';
import { serper } from '../engines/serper.ts';
import { stackexchange } from '../engines/stackexchange.ts';
import { tavily } from '../engines/tavily.ts';
import { wikipedia } from '../engines/wikipedia.ts';
import { deepl } from '../lookups/deepl.ts';
import { dictionary } from '../lookups/dictionary.ts';
import { frankfurter } from '../lookups/frankfurter.ts';
import { libretranslate } from '../lookups/libretranslate.ts';
import { nominatim } from '../lookups/nominatim.ts';
import { openMeteo } from '../lookups/open-meteo.ts';
import { photon } from '../lookups/photon.ts';
import type { Adapter } from './adapter.ts';

const SLUG = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** All adapters by slug. A new adapter needs its own file and a line here. */
export const adapters: ReadonlyMap<string, Adapter> = index([
  brave,
  mojeek,
  marginalia,
  searxng,
  wikipedia,
  mediawiki,
  kagi,
  serper,
  gdelt,
  openverse,
  sepiasearch,
  mwmbl,
  hackernews,
  tavily,
  exa,
  duckduckgo,
  stackexchange,
  nominatim,
  photon,
  libretranslate,
  deepl,
  openMeteo,
  frankfurter,
  dictionary,
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
