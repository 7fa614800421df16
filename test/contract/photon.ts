import { photon } from '../../lib/lookups/photon.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { geocode, languages, reverse } from './cases.ts';
import { placedAt } from './map-addresses.ts';

const common = {
  adapter: photon,
  key: null,
  headers: { accept: 'application/json' },
  skips: [],
  followUp: [],
} as const;

/** Photon supports these languages and refuses others. */
const spoken = languages('lang', { '': 'en', en: 'en', 'DE-at': 'de', fr: 'fr', 'pt-BR': null, ja: null });

const failures: AdapterContract<'geocode'>['failures'] = [
  ['an unknown parameter', json(fixture('photon-error.json'), 400), 'rejected'],
  ['a block', html(403), 'refused'],
  ['a limit', plain(429), 'rate_limited', null],
  ['a limit with Retry-After', plain(429, '', { 'retry-after': '60' }), 'rate_limited', 60_000],
  ['an outage', html(503), 'upstream'],
  ['an error with HTTP 200', json({ message: 'c4n4ry' }), 'upstream'],
  ['a list without its envelope', json([]), 'upstream'],
  ['no list', json({ type: 'FeatureCollection' }), 'upstream'],
  ['a list of the wrong type', json({ type: 'FeatureCollection', features: {} }), 'upstream'],
];

const found = (...features: unknown[]) => json({ type: 'FeatureCollection', features });
const point = (lon: unknown, lat: unknown, properties: unknown = {}) => ({
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});

const sample = json(fixture('photon.json'));
/** A city as a point, with all of its postcodes in one text. */
const label = {
  osm_type: 'R',
  osm_id: 71525,
  osm_key: 'place',
  osm_value: 'city',
  type: 'city',
  postcode: '75001;75002;75003;75004',
  countrycode: 'FR',
  name: 'Paris',
  county: 'Paris',
  state: 'Île-de-France',
  country: 'France',
  extent: [2.224122, 48.902156, 2.4697602, 48.8155755],
};
const inParis = (properties: object) => point(2.3200410217200766, 48.8588897, properties);
const berlin = {
  name: 'Berlin',
  display_name: 'Berlin, Germany',
  category: 'place',
  type: 'city',
  addresstype: 'city',
  importance: 0.5,
  ...placedAt(52.510885, 13.398937, { osm: 'relation/62422', box: [13.088345, 52.3382448, 13.7611609, 52.6755087] }),
};
const stadium = {
  name: 'Olympiastadion',
  display_name: 'Olympiastadion, Olympischer Platz 3, Westend, Berlin, 14053, Germany',
  category: 'leisure',
  type: 'stadium',
  addresstype: 'house',
  importance: 0,
  ...placedAt(52.514679, 13.239515, { osm: 'way/38862723' }),
};
const paris = {
  name: 'Paris',
  display_name: 'Paris, Île-de-France, France',
  category: 'place',
  type: 'city',
  addresstype: 'city',
  importance: 0.5,
  ...placedAt(48.85889, 2.320041, { osm: 'relation/71525', box: [2.224122, 48.8155755, 2.4697602, 48.902156] }),
};
/** A point without other data. */
const somewhere = {
  name: '',
  display_name: '',
  category: '',
  type: '',
  addresstype: '',
  importance: 0,
  ...placedAt(1, 2),
};

const places: AdapterContract<'geocode'> = {
  ...common,
  operation: 'geocode',
  input: geocode,
  path: '/api',
  query: { param: 'q', maxChars: 300 },
  requests: [
    ['the requested number', { q: 'Berlin', limit: 50 }, { q: 'Berlin', limit: '50' }],
    ['no unknown parameters', {}, { format: null, 'accept-language': null, zoom: null }],
    [
      'only what is near, if it says so',
      { near: { lat: 48.858, lon: 2.295 } },
      { lat: '48.858', lon: '2.295', bbox: '2.15831,48.768068,2.43169,48.947932' },
    ],
    ...spoken,
  ],
  answers: [
    ['the sample', sample, { places: [berlin, stadium] }],
    [
      'a city that is there three times, once and without its postcodes',
      found(
        inParis(label),
        inParis({ ...label, osm_key: 'boundary', osm_value: 'administrative', type: 'county', osm_id: 7444 }),
        inParis({ ...label, osm_type: 'N', osm_id: 17807753, extent: undefined }),
      ),
      { places: [paris] },
    ],
    [
      'a city whose area comes first, as the city, before a town of its name',
      found(
        point(2.32, 48.8588, { name: 'Paris', country: 'France', osm_key: 'boundary', osm_value: 'administrative' }),
        point(-95.5555, 33.6609, { name: 'Paris', state: 'Texas', country: 'United States', osm_value: 'town' }),
        inParis({ ...label, county: '', state: '' }),
      ),
      {
        places: [
          { ...paris, display_name: 'Paris, France' },
          {
            ...somewhere,
            name: 'Paris',
            display_name: 'Paris, Texas, United States',
            type: 'town',
            importance: 0.4,
            ...placedAt(33.6609, -95.5555),
          },
        ],
      },
    ],
    ['nothing found', found(), { places: [] }],
    [
      'a house that has no name',
      found(point(2, 1, { street: 'Main Street', housenumber: '7', city: 'Springfield', osm_type: 'N', osm_id: 12 })),
      {
        places: [
          {
            ...somewhere,
            name: 'Main Street 7',
            display_name: 'Main Street 7, Springfield',
            osm_url: 'https://www.openstreetmap.org/node/12',
          },
        ],
      },
    ],
    [
      'a house that has no name where the number comes first',
      found(point(2, 1, { street: 'Rue Haute', housenumber: '7', city: 'Lyon', countrycode: 'FR' })),
      { places: [{ ...somewhere, name: '7 Rue Haute', display_name: '7 Rue Haute, Lyon' }] },
    ],
    [
      'a country, a town, and a village, which is of the type of a city',
      found(
        point(2, 1, { name: 'A', osm_key: 'place', osm_value: 'country', type: 'country' }),
        point(2, 1, { name: 'B', osm_key: 'place', osm_value: 'town', type: 'city' }),
        point(2, 1, { name: 'C', osm_key: 'place', osm_value: 'village', type: 'city' }),
      ),
      {
        places: (
          [
            ['A', 'country', 'country', 0.55],
            ['B', 'town', 'city', 0.4],
            ['C', 'village', 'city', 0],
          ] as const
        ).map(([name, type, addresstype, importance]) => ({
          ...somewhere,
          name,
          display_name: name,
          category: 'place',
          type,
          addresstype,
          importance,
        })),
      },
    ],
    [
      'hostile fields',
      found(
        null,
        7,
        {},
        { properties: { name: 'Nowhere' }, geometry: null },
        point(181, 0),
        point(0, 91),
        point('x', 1),
        point(null, null),
        point(2, 1, {
          name: '<b>Some</b>where',
          osm_type: '../evil',
          osm_id: -1,
          extent: 'x',
          osm_key: {},
          type: [],
          country: 7,
        }),
        point(2, 1, 'x'),
        point(2, 1, { osm_type: 'constructor', osm_id: 7, extent: [null, {}, 'x'] }),
      ),
      { places: [{ ...somewhere, name: 'Somewhere', display_name: 'Somewhere' }, somewhere, somewhere] },
    ],
  ],
  failures,
};

const placeAt: AdapterContract<'reverse'> = {
  ...common,
  operation: 'reverse',
  input: reverse,
  path: '/reverse',
  query: null,
  requests: [
    ['one place', {}, { lat: '-34.44', lon: '-58.7', limit: '1' }],
    ['no unknown parameters', {}, { zoom: null, format: null, q: null }],
    ['a point very near to the middle, without an exponent', { lat: 1e-7, lon: 0 }, { lat: '0.0000001', lon: '0' }],
    ...spoken,
  ],
  answers: [
    ['the sample', json({ features: JSON.parse(sample.body).features.slice(0, 1) }), { places: [berlin] }],
    ['nothing there', found(), { places: [] }],
    ['more than one, and the first counts', sample, { places: [berlin] }],
  ],
  failures,
};

export const photonContracts: AnyContract[] = [places, placeAt];
