import { nominatim } from '../../lib/lookups/nominatim.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { geocode, languages, reverse } from './cases.ts';
import { around, placedAt } from './map-addresses.ts';

const common = {
  adapter: nominatim,
  key: null,
  headers: { accept: 'application/json' },
  skips: [],
  followUp: [],
} as const;

const failures: AdapterContract<'geocode'>['failures'] = [
  ['a bad parameter', json(fixture('nominatim-error.json'), 400), 'rejected'],
  ['a block for breaking its rules', html(403), 'refused'],
  ['too many requests', html(429), 'rate_limited', null],
  ['too many requests, with Retry-After', plain(429, '', { 'retry-after': '60' }), 'rate_limited', 60_000],
  ['an outage', plain(503, 'Search temporarily unavailable'), 'upstream'],
  ['XML instead of JSON', plain(200, '<?xml version="1.0"?><reversegeocode/>'), 'upstream'],
];

const places: AdapterContract<'geocode'> = {
  ...common,
  operation: 'geocode',
  input: geocode,
  path: '/search',
  query: { param: 'q', maxChars: 300 },
  requests: [
    ['the newer format', { q: 'Berlin' }, { q: 'Berlin', format: 'jsonv2' }],
    ['the parts of the address, for places without a name', {}, { addressdetails: '1' }],
    ['the requested number', { limit: 1 }, { limit: '1' }],
    [
      'only what is near, if it says so',
      { near: { lat: 48.858, lon: 2.295 } },
      { bounded: '1', viewbox: '2.15831,48.768068,2.43169,48.947932' },
    ],
    ['no more than its maximum', { limit: 50 }, { limit: '40' }],
    ...languages('accept-language', { '': 'en', en: 'en', de: 'de,en', 'pt-BR': 'pt-BR,en' }),
  ],
  answers: [
    [
      'the sample',
      json(fixture('nominatim-search.json')),
      {
        places: [
          {
            name: 'Berlin',
            display_name: 'Berlin, Germany',
            category: 'boundary',
            type: 'administrative',
            addresstype: 'city',
            importance: 0.8522196536088086,
            ...placedAt(52.510885, 13.398937, {
              osm: 'relation/62422',
              box: [13.088345, 52.3382448, 13.7611609, 52.6755087],
            }),
          },
          {
            name: '71 Via Guglielmo Marconi',
            display_name: '71, Via Guglielmo Marconi, Bologna, Emilia-Romagna, 40122, Italy',
            category: 'place',
            type: 'house',
            addresstype: 'place',
            importance: 7.805828946359988e-5,
            ...placedAt(44.501531, 11.339868, { osm: 'node/1704756187' }),
          },
          {
            name: 'EH4 7EA',
            display_name: 'EH4 7EA, Edinburgh, Scotland, United Kingdom',
            category: 'place',
            type: 'postcode',
            addresstype: 'postcode',
            importance: 0.12,
            ...placedAt(55.9699, -3.292, { box: around(55.9699, -3.292, 0.05, 0.05) }),
          },
        ],
      },
    ],
    ['nothing found', json(fixture('nominatim-search-empty.json')), { places: [] }],
    [
      'the older format, numbers as text, and hostile fields',
      json([
        null,
        7,
        { name: 'Nowhere', lat: '91', lon: '0' },
        { name: 'Nowhere', lat: 'x' },
        {
          name: '<b>Some</b>where',
          display_name: { a: 1 },
          lat: 1,
          lon: '2.0000000',
          class: 'place',
          type: 7,
          importance: 'high',
          osm_type: 'node/../../evil',
          osm_id: '62422',
          boundingbox: 'x',
        },
      ]),
      {
        places: [
          {
            name: 'Somewhere',
            display_name: '',
            category: 'place',
            type: '',
            addresstype: '',
            importance: 0,
            ...placedAt(1, 2),
          },
        ],
      },
    ],
  ],
  failures: [
    ...failures,
    ['an error with HTTP 200', json({ error: 'Unable to geocode c4n4ry' }), 'upstream'],
    ['one place instead of a list', json(fixture('nominatim-reverse.json')), 'upstream'],
  ],
};

const downingStreet = {
  osm_type: 'node',
  osm_id: 1879967150,
  lat: '51.5034870',
  lon: '-0.1276960',
  category: 'place',
  type: 'house',
  importance: 7.84e-5,
  addresstype: 'place',
  name: '',
  display_name: '10, Downing Street, Westminster, London, Greater London, England, SW1A 2AA, United Kingdom',
  address: { house_number: '10', road: 'Downing Street', quarter: 'Westminster', city: 'London' },
  boundingbox: ['51.5034370', '51.5035370', '-0.1277460', '-0.1276460'],
};
const house = {
  name: '10 Downing Street',
  display_name: '10, Downing Street, Westminster, London, Greater London, England, SW1A 2AA, United Kingdom',
  category: 'place',
  type: 'house',
  addresstype: 'place',
  importance: 0.0000784,
  ...placedAt(51.503487, -0.127696, { osm: 'node/1879967150' }),
};

const placeAt: AdapterContract<'reverse'> = {
  ...common,
  operation: 'reverse',
  input: reverse,
  path: '/reverse',
  query: null,
  requests: [
    ['the newer format', {}, { lat: '-34.44', lon: '-58.7', format: 'jsonv2', q: null }],
    ['how large a place', { zoom: 3 }, { zoom: '3' }],
    ['the largest of all, which is not nothing', { zoom: 0 }, { zoom: '0' }],
    ['the corner of the world', { lat: -90, lon: 180 }, { lat: '-90', lon: '180' }],
    ['the middle of it', { lat: 0, lon: 0 }, { lat: '0', lon: '0' }],
    ['a point very near to it, without an exponent', { lat: 1e-7, lon: -1e-9 }, { lat: '0.0000001', lon: '0' }],
    ...languages('accept-language', { '': 'en', en: 'en', de: 'de,en', 'pt-BR': 'pt-BR,en' }),
  ],
  answers: [
    [
      'the sample',
      json(fixture('nominatim-reverse.json')),
      {
        places: [
          {
            name: 'Autopista Ejemplo',
            display_name: 'Autopista Ejemplo, El Triángulo, Buenos Aires, Argentina',
            category: 'highway',
            type: 'motorway',
            addresstype: 'road',
            importance: 0.0533,
            ...placedAt(-34.439171, -58.706457, { osm: 'way/280940520' }),
          },
        ],
      },
    ],
    ['a house, which is called by its number and road', json(downingStreet), { places: [house] }],
    [
      'a house on no road, which is called by its number',
      json({ ...downingStreet, address: { house_number: '10', hamlet: 'Westminster' } }),
      { places: [{ ...house, name: '10' }] },
    ],
    [
      'a house with a name of its own',
      json({ ...downingStreet, name: "Prime Minister's Office" }),
      { places: [{ ...house, name: "Prime Minister's Office" }] },
    ],
    [
      'a shop on a server that tells no names, which is not called by its number',
      json({ ...downingStreet, name: undefined, display_name: 'The Shop, 10, Downing Street, London' }),
      { places: [{ ...house, name: 'The Shop', display_name: 'The Shop, 10, Downing Street, London' }] },
    ],
    [
      'hostile parts of an address',
      json({ ...downingStreet, address: { house_number: ['10'], road: { a: 1 } } }),
      { places: [{ ...house, name: '10' }] },
    ],
    ['nothing there', json(fixture('nominatim-reverse-nothing.json')), { places: [] }],
  ],
  failures: [
    ...failures,
    ['a list instead of one place', json(fixture('nominatim-search.json')), 'upstream'],
    ['a place without a point', json({ name: 'c4n4ry' }), 'upstream'],
    ['a place with invalid coordinates', json({ name: 'c4n4ry', lat: '91', lon: '0' }), 'upstream'],
    ['an error that is not text', json(fixture('nominatim-error.json')), 'upstream'],
  ],
};

export const nominatimContracts: AnyContract[] = [places, placeAt];
