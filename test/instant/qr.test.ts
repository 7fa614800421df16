import { createRequire } from 'node:module';
import fc from 'fast-check';
import qrcode from 'qrcode';
import { expect, test } from 'vitest';
import { anyCharacter, runs } from '../harness/fuzz.ts';
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
  ['qr code erstellen für https://example.org', 'https://example.org'],
  ['générer un QR code https://example.org', 'https://example.org'],
  ['código qr para example.org', 'example.org'],
  ['https://example.org qr code generator', 'https://example.org'],
  ['qr code hello', 'hello'],
  ['qr hello there', 'hello there'],
  ['can you make a qr code for example.org?', 'example.org'],
  ['qr code saying make a link', 'make a link'],
  ['make a qr code from Hello, World!', 'Hello, World!'],
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
  'qr scanner app',
  'qr code hello kitty',
  'qr code erstellen',
  'test qr code',
  'qr code generator qr-code-generator.com review',
  'https://example.org how to make a qr code for it',
]);

test('the images contain no text of the query', async () => {
  const { svg, png } = await dataOf<{ svg: string; png: string }>('qr', 'qr code "<script>alert(1)</script>"');
  expect(svg).toMatch(/^<svg [^>]*>(?:<path [^>]*\/>)+<\/svg>\s*$/);
  expect(svg).not.toContain('script');
  expect(png).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
});

test('a text can have up to 500 characters', async () => {
  expect(await answerHere(`qr code "${'é'.repeat(500)}"`)).not.toBeNull();
  expect(await answerHere(`qr code "${'a'.repeat(501)}"`)).toBeNull();
});

/** An independent decoder, a dependency of the QR code library: four bytes per pixel. */
const { PNG } = createRequire(createRequire(import.meta.url).resolve('qrcode'))('pngjs') as {
  PNG: { sync: { read(png: Buffer): { width: number; height: number; data: Buffer } } };
};
const texts = fc
  .oneof(
    { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 80 }) },
    { weight: 5, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 500 }) },
    { weight: 1, arbitrary: fc.constantFrom('1', 'https://example.org/', 'é'.repeat(500), '👩'.repeat(500)) },
  )
  // As a query: without white space at its ends, composed, not in quotes, and not too long.
  .map((text) => [...`x${text}`.normalize('NFC')].slice(0, 499).concat('x').join(''));

test('every pixel of the PNG matches its module, with a margin of two light modules', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
      const { png } = await dataOf<{ png: string }>('qr', `qr code: ${text}`);
      const { width, height, data } = PNG.sync.read(Buffer.from(png.replace(/^.*,/, ''), 'base64'));
      const scale = Math.max(2, Math.floor(300 / (modules.size + 4)));
      expect([width, height]).toEqual([(modules.size + 4) * scale, width]);
      const drawn = Buffer.alloc(width * height * 4, 0xff);
      for (let y = 0; y < modules.size * scale; y++) {
        for (let x = 0; x < modules.size * scale; x++) {
          const isDark = modules.data[Math.floor(y / scale) * modules.size + Math.floor(x / scale)];
          if (isDark) drawn.writeUInt32BE(0x000000ff, ((y + 2 * scale) * width + x + 2 * scale) * 4);
        }
      }
      expect(data.equals(drawn)).toBe(true);
    }),
    { numRuns: runs(0.05) },
  );
});

test('a QR code is always drawn, and other pictures only if they are wanted', async () => {
  for (const [q, isDrawn] of [
    ['qr code hello', true],
    ['#ff8800', true],
    ['#ff8800', false],
    ['qr code hello', false],
  ] as const) {
    const data = (await answerHere(q, { pictures: isDrawn }))?.data as { svg?: string; png?: string };
    expect([q, 'svg' in data, 'png' in data]).toEqual([
      q,
      isDrawn || q.startsWith('qr'),
      isDrawn && q.startsWith('qr'),
    ]);
  }
});
