import { describe, expect, test } from 'vitest';
import { toLetters, toOctal } from '../../lib/answers/reference/chmod.ts';
import { countryCalled } from '../../lib/answers/reference/countries.ts';
import { answers, staysSilent } from './tables.ts';

answers('reference', [
  ['http 404', 'Not Found'],
  ['what does http 502 mean', 'Bad Gateway'],
  ['error 503', 'Service Unavailable'],
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
  ['unicode é', 'U+00E9'],
  ['chmod 4755', 'rwsr-xr-x'],
  ['chmod rwxr-xr-x', '755'],
  ['thumbs up emoji', '👍'],
  ['😀 meaning', 'grinning face'],
  ['mime type of .PNG', 'image/png'],
  ['application/pdf file extension', '.pdf'],
]);

staysSilent('reference', [
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
  'unicode heart',
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
]);

describe('modes', () => {
  test('every mode comes back from its letters', () => {
    for (let mode = 0; mode < 0o10000; mode++) {
      const octal = mode.toString(8).padStart(mode > 0o777 ? 4 : 3, '0');
      expect(toOctal(toLetters(octal) as string)).toBe(octal);
    }
  });
});

test('numeric country codes are the ones that locales know', () => {
  for (const code of ['DE', 'FR', 'JP', 'ZW', 'AF', 'SX', 'US', 'GB']) {
    const { alpha2, numeric } = countryCalled(code) as { alpha2: string; numeric: string };
    expect(Intl.getCanonicalLocales(`und-${numeric}`)).toEqual([`und-${alpha2}`]);
  }
});
