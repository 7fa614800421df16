import { describe, expect, test } from 'vitest';
import { entitiesIn } from '../../api/ui/pages/entity.ts';
import { placesFrom } from '../../lib/maps/place.ts';

const article = {
  title: 'Vienna',
  description: 'Capital of Austria',
  extract: 'Vienna is the capital of Austria.',
  url: 'https://en.wikipedia.org/wiki/Vienna',
  thumbnail: 'https://upload.example/vienna.jpg',
  lang: 'en',
  wikidata_id: 'Q1741',
  coordinates: { lat: 48.2083, lon: 16.3725 },
  license: 'CC BY-SA 4.0',
};
const infobox = {
  title: 'Vienna',
  subtitle: 'City',
  description: 'A city.',
  url: 'https://en.wikipedia.org/wiki/Vienna',
  website: 'https://www.wien.gv.at/',
  image: '',
  attributes: [{ label: 'Country', value: 'Austria' }],
  links: [],
  attribution: 'wikipedia',
  engine: 'engine_a' as const,
};
const placeAt = (name: string, lat: number, lon: number) =>
  placesFrom([{ name, displayName: name, lat, lon, category: 'place', type: 'city', addresstype: '', importance: 1 }])
    .places[0] ?? null;

describe('cards about', () => {
  test('the same subject are one, with one source per site', () => {
    const map = placeAt('Vienna', 48.2, 16.37);
    const [entity, ...others] = entitiesIn({ wikipedia: article, infobox, map });
    expect(others).toEqual([]);
    expect(entity).toMatchObject({
      title: 'Vienna',
      description: 'Capital of Austria',
      text: article.extract,
      picture: article.thumbnail,
      website: infobox.website,
      facts: infobox.attributes,
      place: map,
    });
    expect(entity?.sources.map(({ name, license }) => [name, license])).toEqual([
      ['Wikipedia', 'CC BY-SA 4.0'],
      ['© OpenStreetMap', 'ODbL'],
    ]);
  });

  test('a place of another name are one if it is where the article says', () => {
    expect(entitiesIn({ wikipedia: article, infobox: null, map: placeAt('Wien', 48.21, 16.4) })).toHaveLength(1);
    const elsewhere = entitiesIn({ wikipedia: article, infobox: null, map: placeAt('Wien', 47.1, 16.4) });
    expect(elsewhere.map(({ title, place }) => [title, place === null])).toEqual([
      ['Vienna', true],
      ['Wien', false],
    ]);
  });

  test('two topics stay two', () => {
    const other = { ...infobox, title: 'Vienna (band)', url: 'https://music.example/vienna' };
    const entities = entitiesIn({ wikipedia: article, infobox: other, map: null });
    expect(entities.map(({ title, text }) => [title, text])).toEqual([
      ['Vienna', article.extract],
      ['Vienna (band)', 'A city.'],
    ]);
    const linked = { ...other, links: [{ title: 'Wikipedia', url: article.url }] };
    expect(entitiesIn({ wikipedia: article, infobox: linked, map: null })).toHaveLength(1);
  });

  test('nothing are none', () => {
    expect(entitiesIn({ wikipedia: null, infobox: null, map: null })).toEqual([]);
  });
});
