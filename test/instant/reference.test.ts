import { describe, expect, test } from 'vitest';
import { toLetters, toOctal } from '../../lib/answers/kinds/reference/chmod.ts';
import { countryCalled } from '../../lib/answers/kinds/reference/countries.ts';
import { ask } from './asking.ts';
import { answers, staysSilent } from './tables.ts';

answers('reference', [
  ['http 404', 'Not Found'],
  ['what does http 502 mean', 'Bad Gateway'],
  ['error 503', 'Service Unavailable'],
  ['500 internal server error', 'Internal Server Error'],
  ['port 443', 'HTTPS'],
  ['what port is ssh', '22'],
  ['default port for postgres', '5432'],
  ['two letter country code for Brazil', 'BR'],
  ['alpha-3 code for south korea', 'KOR'],
  ['numeric country code of France', '250'],
  ['iso 3166 JP', 'Japan'],
  ['euro symbol', '€'],
  ['symbol for indian rupee', '₹'],
  ['U+1F600', '😀'],
  ['\\u263a', '☺'],
  ['\\x{263a}', '☺'],
  ['code point 263a', '☺'],
  ['unicode for em dash', 'U+2014'],
  ['unicode é', 'U+00E9'],
  ['chmod 4755', 'rwsr-xr-x'],
  ['chmod rwxr-xr-x', '755'],
  ['drwxr-xr-x', '755'],
  ['thumbs up emoji', '👍'],
  ['😀 meaning', 'grinning face'],
  ['mime type of .PNG', 'image/png'],
  ['application/pdf file extension', '.pdf'],
  ['http status code for not found', '404'],
  ['too many requests status code', '429'],
  ['meaning of http 403', 'Forbidden'],
  ['what is a 502 error', 'Bad Gateway'],
  ['what port number is dns', '53'],
  ['what is the unicode for €?', 'U+20AC'],
  ['what file extension is image/svg+xml', '.svg'],
  ['imap ssl port', '993'],
  ['korean won sign', '₩'],
  ['default ssh port', '22'],
  ['what runs on port 3306', 'MySQL'],
  ['iso alpha 3 switzerland', 'CHE'],
  ['which country has the code CH', 'Switzerland'],
  ['which country has code uk', 'United Kingdom'],
  ['copyright symbol', '©'],
  ['degree sign', '°'],
  ['section sign', '§'],
  ['symbol for infinity', '∞'],
  ['right arrow symbol', '→'],
  ['what unicode character is ☃', 'U+2603'],
  ['chmod u=rwx,go=rx', '755'],
  ['chmod u=rw,g=r,o=', '640'],
  ['german flag emoji', '🇩🇪'],
  ['england flag emoji', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['unicode heart', 'U+2665'],
  ['unicode white smiling face', 'U+263A'],
  ['calling code for france', '+33'],
  ['which country is +44', 'United Kingdom, Guernsey, Isle of Man, Jersey'],
  ['country code +47', 'Norway, Bouvet Island, Svalbard & Jan Mayen'],
  ['country code +33', 'France'],
  ['vorwahl österreich', '+43'],
  ['phone code of india', '+91'],
  ['checkered flag emoji', '🏁'],
  ['flag of ivory coast emoji', '🇨🇮'],
  ['meaning of 💀', 'skull'],
  ['what does 🇯🇵 mean', 'flag of Japan'],
]);

test('the countries of a calling code are all of those whose codes begin with it', async () => {
  const { values } = (await ask('country code +1'))?.data ?? {};
  expect(values).toHaveLength(25);
  expect(values.slice(0, 2)).toEqual(['United States', 'Canada']);
  expect(values).toEqual(expect.arrayContaining(['Jamaica', 'Puerto Rico', 'Bermuda']));
});

staysSilent('reference', [
  'unicode face',
  'unicode font',
  'unicode star',
  '404',
  'error 200',
  'http 999',
  'port',
  'port 12345',
  'usb port',
  'port of spain',
  'country code for japan',
  'country code',
  'iso code for narnia',
  'iso 9001',
  'pound sign',
  'peace sign',
  'gold symbol',
  'unicode',
  'u+d800',
  'u+110000',
  'chmod',
  'chmod 999',
  '755',
  'emoji',
  'emoji movie',
  'blood type',
  'mime type',
  'mime type of constructor',
  'constructor emoji',
  'default port',
  'http not found',
  'status code',
  'http status codes list',
  'which country has code 380',
  'star sign',
  'at sign',
  'equals sign',
  'omega symbol',
  'copy symbol',
  'degree symbol on keyboard',
  'infinity symbol meaning',
  'skeleton flag emoji',
  'emoji search',
  'emoji chart',
  'constructor flag emoji',
  'chmod u=rwx',
  'chmod u+x',
  'phone case for iphone',
  'phone number germany',
  'telephone france history',
  'emoji for',
]);

describe('file modes', () => {
  test('convert to letters and back', () => {
    const all = Array.from({ length: 0o10000 }, (_, mode) => mode.toString(8).padStart(mode > 0o777 ? 4 : 3, '0'));
    expect(all.filter((octal) => toOctal(toLetters(octal) as string) !== octal)).toEqual([]);
  });
});

test('numeric country codes match those of the locale data', () => {
  for (const code of ['DE', 'FR', 'JP', 'ZW', 'AF', 'SX', 'US', 'GB']) {
    const { alpha2, numeric } = countryCalled(code) as { alpha2: string; numeric: string };
    expect(Intl.getCanonicalLocales(`und-${numeric}`)).toEqual([`und-${alpha2}`]);
  }
});
