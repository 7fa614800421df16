import { brave } from './engines/brave.ts';
import { searxng } from './engines/searxng.ts';
import { commons } from './services/commons.ts';
import { deepl } from './services/deepl.ts';
import { dictionary } from './services/dictionary.ts';
import { duckduckgo } from './services/duckduckgo.ts';
import { frankfurter } from './services/frankfurter.ts';
import { libretranslate } from './services/libretranslate.ts';
import { nominatim, nominatimPublic } from './services/nominatim.ts';
import { openMeteo, openMeteoAirQuality } from './services/open-meteo.ts';
import { openMeteoGeocoding } from './services/open-meteo-geocoding.ts';
import { otherWiki } from './services/other-wiki.ts';
import { photon } from './services/photon.ts';
import { stackexchange } from './services/stackexchange.ts';
import { wikipedia } from './services/wikipedia.ts';
import { standIns } from './stand-ins.ts';
import type { Upstream } from './upstream.ts';

/** Every stand-in that the sandbox serves: those that adapters bring along, and those that need more of the sandbox. */
export const upstreams: readonly Upstream[] = [
  ...standIns(),
  brave,
  searxng,
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
  openMeteoAirQuality,
  openMeteoGeocoding,
  frankfurter,
  dictionary,
];
