import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ensureChromium } from './chromium.js';

/** `npm run icons`: draws the icons for systems that take no SVG from `icon.svg`. */
const FOLDER = 'api/ui/static';
const svg = readFileSync(`${FOLDER}/icon.svg`, 'utf8');
/** Systems cut a shape of their own out of an icon, so that its ground fills the square and the drawing is smaller. */
const square = svg.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"').replace(/<rect [^>]*>/, '');
const GROUND = '#0b5cad';

const browserPath = ensureChromium((line) => console.error(line));
if (!browserPath) process.exit(1);
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  writeFileSync(`${FOLDER}/apple-touch-icon.png`, await drawn(square, 180, GROUND));
  for (const size of [192, 512]) writeFileSync(`${FOLDER}/icon-${size}.png`, await drawn(square, size, GROUND));
  writeFileSync(`${FOLDER}/favicon.ico`, asIco(await drawn(svg, 32, 'transparent'), 32));
} finally {
  await browser.close();
}

async function drawn(drawing: string, size: number, ground: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0; background: ${ground} } svg { display: block; width: ${size}px }</style>${drawing}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An icon file with one picture: a directory of one entry, and the PNG. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
