import { nominatim } from '../../lib/services/nominatim.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { geocode, languages } from './cases.ts';

const embed = (west: string, south: string, east: string, north: string, lat: string, lon: string) =>
  `https://www.openstreetmap.org/export/embed.html?bbox=${west}%2C${south}%2C${east}%2C${north}&layer=mapnik&marker=${lat}%2C${lon}`;
const directions = (lat: string, lon: string) =>
  `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B${lat}%2C${lon}`;

const places: AdapterContract<'geocode'> = {
  adapter: nominatim,
  operation: 'geocode',
  input: geocode,
  key: null,
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'q', maxChars: 300 },
  requests: [
    ['the newer format', { q: 'Berlin' }, { q: 'Berlin', format: 'jsonv2' }],
    ['as many as are asked for', { limit: 1 }, { limit: '1' }],
    ['no more than it hands out', { limit: 50 }, { limit: '40' }],
    ...languages('accept-language', { '': 'en', en: 'en', de: 'de,en', 'pt-BR': 'pt-BR,en' }),
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('nominatim-search.json')),
      {
        places: [
          {
            name: 'Berlin',
            display_name: 'Berlin, Germany',
            lat: 52.510885,
            lon: 13.398937,
            category: 'boundary',
            type: 'administrative',
            addresstype: 'city',
            importance: 0.8522196536088086,
            embed_url: embed('13.088345', '52.3382448', '13.7611609', '52.6755087', '52.510885', '13.398937'),
            mini_embed_url: embed('13.393937', '52.507885', '13.403937', '52.513885', '52.510885', '13.398937'),
            osm_url: 'https://www.openstreetmap.org/relation/62422',
            directions_url: directions('52.510885', '13.398937'),
            geo_uri: 'geo:52.510885,13.398937',
          },
          {
            name: '71',
            display_name: '71, Via Guglielmo Marconi, Bologna, Emilia-Romagna, 40122, Italy',
            lat: 44.501531,
            lon: 11.339868,
            category: 'place',
            type: 'house',
            addresstype: 'place',
            importance: 7.805828946359988e-5,
            embed_url: embed('11.334868', '44.496531', '11.344868', '44.506531', '44.501531', '11.339868'),
            mini_embed_url: embed('11.334868', '44.498531', '11.344868', '44.504531', '44.501531', '11.339868'),
            osm_url: 'https://www.openstreetmap.org/node/1704756187',
            directions_url: directions('44.501531', '11.339868'),
            geo_uri: 'geo:44.501531,11.339868',
          },
          {
            name: 'EH4 7EA',
            display_name: 'EH4 7EA, Edinburgh, Scotland, United Kingdom',
            lat: 55.9699,
            lon: -3.292,
            category: 'place',
            type: 'postcode',
            addresstype: 'postcode',
            importance: 0.12,
            embed_url: embed('-3.342', '55.9199', '-3.242', '56.0199', '55.9699', '-3.292'),
            mini_embed_url: embed('-3.297', '55.9669', '-3.287', '55.9729', '55.9699', '-3.292'),
            osm_url: 'https://www.openstreetmap.org/?mlat=55.9699&mlon=-3.292#map=16/55.9699/-3.292',
            directions_url: directions('55.9699', '-3.292'),
            geo_uri: 'geo:55.9699,-3.292',
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
            lat: 1,
            lon: 2,
            category: 'place',
            type: '',
            addresstype: '',
            importance: 0,
            embed_url: embed('1.995', '0.995', '2.005', '1.005', '1', '2'),
            mini_embed_url: embed('1.995', '0.997', '2.005', '1.003', '1', '2'),
            osm_url: 'https://www.openstreetmap.org/?mlat=1&mlon=2#map=16/1/2',
            directions_url: directions('1', '2'),
            geo_uri: 'geo:1,2',
          },
        ],
      },
    ],
  ],
  failures: [
    ['a bad parameter', json(fixture('nominatim-error.json'), 400), 'rejected'],
    ['a block for breaking its rules', html(403), 'refused'],
    ['too many requests', html(429), 'rate_limited', null],
    ['too many requests, with Retry-After', plain(429, '', { 'retry-after': '60' }), 'rate_limited', 60_000],
    ['an outage', plain(503, 'Search temporarily unavailable'), 'upstream'],
    ['an error with HTTP 200', json({ error: 'Unable to geocode c4n4ry' }), 'upstream'],
  ],
  again: [],
};

export const nominatimContracts: AnyContract[] = [places];
