import { expect, test } from 'vitest';
import { answerHere } from './in-process.ts';
import { answers, dataOf, staysSilent } from './tables.ts';

answers('qr', [
  ['qr code https://example.org/A?b=c', 'https://example.org/A?b=c'],
  ['generate a qr code for example.org', 'example.org'],
  ['https://example.org to qr', 'https://example.org'],
  ['qr code "Hello World"', 'Hello World'],
  ['qr code with text Hello', 'Hello'],
  ['qr code: Hello', 'Hello'],
  ['qr code for me@example.org', 'me@example.org'],
  ['qr code for +1 555 123 4567', '+1 555 123 4567'],
  ['qr WIFI:T:WPA;S:home;P:secret;;', 'WIFI:T:WPA;S:home;P:secret;;'],
  ['wifi qr code ssid Home password a;b', 'WIFI:T:WPA;S:Home;P:a\\;b;;'],
]);

staysSilent('qr', [
  'qr',
  'qr code',
  'qr code reader',
  'qr code generator',
  'qr code for wifi',
  'qr code tattoo',
  'qr patrol',
]);

test('the pictures hold no text of the query', async () => {
  const { svg, png } = await dataOf<{ svg: string; png: string }>('qr', 'qr code "<script>alert(1)</script>"');
  expect(svg).toMatch(/^<svg [^>]*>(?:<path [^>]*\/>)+<\/svg>\s*$/);
  expect(svg).not.toContain('script');
  expect(png).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
});

test('up to 500 characters', async () => {
  expect(await answerHere(`qr code "${'é'.repeat(500)}"`)).not.toBeNull();
  expect(await answerHere(`qr code "${'a'.repeat(501)}"`)).toBeNull();
});
