import { expect, test } from 'vitest';
import { readConfig, settingsRefusal } from '../../lib/config/config.ts';

const originsOf = (text: string) => readConfig({ CORS_ORIGINS: text }).corsOrigins;

test('CORS_ORIGINS is a list of origins, or * for all; none by default', () => {
  expect(readConfig({}).corsOrigins).toEqual([]);
  expect(originsOf('')).toEqual([]);
  expect(originsOf('*')).toEqual(['*']);
  expect(originsOf('https://app.example.org, http://localhost:5173 http://[::1]:8080')).toEqual([
    'https://app.example.org',
    'http://localhost:5173',
    'http://[::1]:8080',
  ]);
});

test.each([
  ['https://app.example.org/', '"https://app.example.org/" is not an origin: write https://app.example.org'],
  ['https://app.example.org:443', '"https://app.example.org:443" is not an origin: write https://app.example.org'],
  ['https://App.example.org/a?b', '"https://App.example.org/a?b" is not an origin: write https://app.example.org'],
  ['app.example.org', '"app.example.org" is not an origin such as https://app.example.org, or *'],
  ['ftp://a.org', '"ftp://a.org" is not an origin such as https://app.example.org, or *'],
  ['null', '"null" is not an origin such as https://app.example.org, or *'],
  ['https://*.example.org', '"https://*.example.org" is not an origin such as https://app.example.org, or *'],
  ['https://app.example.org,*', '* means every origin, so it must be the only entry'],
])('CORS_ORIGINS=%s is refused with what to write', (text, message) => {
  expect(settingsRefusal({ CORS_ORIGINS: text })).toContain(`CORS_ORIGINS: ${message}`);
});
