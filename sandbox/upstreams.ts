import { brave } from './engines/brave.ts';
import { exa } from './engines/exa.ts';
import { gdelt, gdeltPublic } from './engines/gdelt.ts';
import { hackernews } from './engines/hackernews.ts';
import { kagi } from './engines/kagi.ts';
import { marginalia } from './engines/marginalia.ts';
import { mojeek } from './engines/mojeek.ts';
import { mwmbl } from './engines/mwmbl.ts';
import { openverse } from './engines/openverse.ts';
import { searxng } from './engines/searxng.ts';
import { sepiasearch } from './engines/sepiasearch.ts';
import { serper } from './engines/serper.ts';
import { tavily } from './engines/tavily.ts';
import { commons } from './services/commons.ts';
import { deepl } from './services/deepl.ts';
import { dictionary } from './services/dictionary.ts';
import { duckduckgo } from './services/duckduckgo.ts';
import { frankfurter } from './services/frankfurter.ts';
import { libretranslate } from './services/libretranslate.ts';
import { nominatim, nominatimPublic } from './services/nominatim.ts';
import { openMeteo } from './services/open-meteo.ts';
import { openMeteoGeocoding } from './services/open-meteo-geocoding.ts';
import { otherWiki } from './services/other-wiki.ts';
import { photon } from './services/photon.ts';
import { stackexchange } from './services/stackexchange.ts';
import { wikipedia } from './services/wikipedia.ts';
import type { Upstream } from './upstream.ts';

/** Every stand-in that the sandbox serves. */
export const upstreams: readonly Upstream[] = [
  brave,
  searxng,
  mojeek,
  marginalia,
  kagi,
  serper,
  gdelt,
  gdeltPublic,
  openverse,
  sepiasearch,
  mwmbl,
  hackernews,
  tavily,
  exa,
  wikipedia,
  commons,
  otherWiki,
  duckduckgo,
  stackexchange,
  nominatim,
  nominatimPublic,
  photon,
  libretranslate,
  deepl,
  openMeteo,
  openMeteoGeocoding,
  frankfurter,
  dictionary,
];
