import { wordsOf } from '../../../lib/cards/triggers.ts';
import type { Place } from '../../../lib/maps/place.ts';
import type { Cards } from '../../lookups/cards.ts';

type Infobox = NonNullable<Cards['infobox']>;
type Article = NonNullable<Cards['wikipedia']>;

/** Where a text comes from. */
interface Source {
  name: string;
  url: string;
  license: string;
}

/** What is known about one subject, from an article, an engine's infobox and a geocoder. */
export interface Entity {
  title: string;
  description: string;
  text: string;
  /** The language of the texts; empty if unknown. */
  lang: string;
  picture: string;
  website: string;
  facts: Infobox['attributes'];
  links: Infobox['links'];
  place: Place | null;
  sources: Source[];
}

const EARTH_RADIUS_KM = 6_371;
/** Sources put the middle of a large city some kilometres apart. */
const SAME_PLACE_KM = 10;
const OPENSTREETMAP: Source = {
  name: '© OpenStreetMap',
  url: 'https://www.openstreetmap.org/copyright',
  license: 'ODbL',
};

/** The cards about the same subject as one. */
export function entitiesIn({ wikipedia, infobox, map }: Pick<Cards, 'wikipedia' | 'infobox' | 'map'>): Entity[] {
  const isOne = wikipedia !== null && infobox !== null && isSameTopic(wikipedia, infobox);
  const known = isOne
    ? [{ wikipedia, infobox }]
    : [
        { wikipedia, infobox: null },
        { wikipedia: null, infobox },
      ];
  const entities = known.flatMap((cards) => entityOf(cards.wikipedia, cards.infobox) ?? []);
  if (!map) return entities;
  const located =
    entities.find(({ title }) => hasSameWords(title, map.name)) ?? (isNear(wikipedia, map) && entities[0]);
  if (!located) return [...entities, placeAlone(map)];
  return entities.map((one) =>
    one === located ? { ...one, place: map, sources: [...one.sources, OPENSTREETMAP] } : one,
  );
}

function entityOf(article: Article | null, infobox: Infobox | null): Entity | null {
  const title = article?.title ?? infobox?.title;
  if (title === undefined) return null;
  return {
    title,
    description: article?.description || infobox?.subtitle || '',
    text: article?.extract || infobox?.description || '',
    lang: article?.lang ?? '',
    picture: article?.thumbnail || infobox?.image || '',
    website: infobox?.website ?? '',
    facts: infobox?.attributes ?? [],
    links: infobox?.links ?? [],
    place: null,
    sources: sourcesOf(article, infobox),
  };
}

/** One per site: the infobox is often made of the article. */
function sourcesOf(article: Article | null, infobox: Infobox | null): Source[] {
  const sources = [
    ...(article ? [{ name: 'Wikipedia', url: article.url, license: article.license }] : []),
    ...(infobox && infobox.url !== '' ? [{ name: infobox.attribution, url: infobox.url, license: '' }] : []),
  ];
  return sources.filter(({ url }, at) => sources.findIndex((other) => siteOf(other.url) === siteOf(url)) === at);
}

function placeAlone(place: Place): Entity {
  return {
    title: place.name,
    description: place.display_name,
    text: '',
    lang: '',
    picture: '',
    website: '',
    facts: [],
    links: [],
    place,
    sources: [OPENSTREETMAP],
  };
}

function isSameTopic(article: Article, infobox: Infobox): boolean {
  const named = [infobox.url, ...infobox.links.map(({ url }) => url)];
  return hasSameWords(article.title, infobox.title) || named.includes(article.url);
}

function hasSameWords(one: string, other: string): boolean {
  return wordsOf(one).join(' ') === wordsOf(other).join(' ');
}

function isNear(article: Article | null, { lat, lon }: Place): boolean {
  const at = article?.coordinates;
  if (!at) return false;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const east = radians(lon - at.lon) * Math.cos(radians((lat + at.lat) / 2));
  return EARTH_RADIUS_KM * Math.hypot(radians(lat - at.lat), east) < SAME_PLACE_KM;
}

function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
