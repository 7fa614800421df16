import type { QRCodeRenderersOptions } from 'qrcode';
import { z } from 'zod';
import { threadAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { isQuoted, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { lexiconFile } from '../../reading/lexicon.ts';

const MAX_CHARACTERS = 500;
/** More words than this around the text are a sentence. */
const MAX_WORDS = 10;

const lexicon = lexiconFile(new URL('./data/qr-words.json', import.meta.url));
const greetings = lexiconFile(new URL('../../reading/data/greetings.json', import.meta.url));

const ADDRESSES = [
  /^[a-z][a-z0-9+.-]{1,15}:\S.*$/i,
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,18}(?:[/?#:]\S*)?$/u,
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  /^\+?\d[\d\s().-]{5,18}\d$/,
];
const NETWORK = /^(?:for )?(?:ssid|network|name)[: ]\s*(.{1,32}?),? (?:password|pass|key|pw)[: ]\s*(.{1,63})$/i;

/** The text to draw, after known words that name the code. A quoted text or an address may also stand before them. */
function textIn(q: string): string | null {
  const typed = q.match(/\S+\s*/g)?.slice(0, MAX_WORDS + 1) ?? [];
  const words = typed.map((word) => word.trimEnd().toLowerCase().replace(/[:,]$/, ''));
  let front = '';
  for (const [at, word] of typed.entries()) {
    const before = lexicon().read(words.slice(0, at)) ?? [];
    const isBefore = before.includes('qr');
    const text = isBefore ? textAfter(before, front.trimEnd(), q.slice(front.length)) : marked(front.trimEnd());
    const isAfter = () => words.length <= MAX_WORDS && lexicon().read(words.slice(at))?.includes('qr');
    if (text !== null && (isBefore || isAfter())) return [...text].length > MAX_CHARACTERS ? null : text;
    front += word;
  }
  return null;
}

function textAfter(concepts: readonly string[], front: string, text: string): string | null {
  if (front.endsWith(':') || concepts.at(-1) === 'text') return unquoted(text);
  const [, name = '', password = ''] = concepts.includes('wifi') ? (NETWORK.exec(text) ?? []) : [];
  if (name !== '') return `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
  const greeting = text.length < 40 ? greetings().read(text.toLowerCase().match(/\p{L}+/gu) ?? []) : null;
  return marked(text) ?? (greeting?.includes('greeting') ? text : null);
}

/** The text if it is quoted or an address. */
function marked(text: string): string | null {
  if (isQuoted(text)) return unquoted(text);
  const address = text.slice(0, MAX_CHARACTERS + 1).replace(/\?+$/, '');
  return ADDRESSES.some((form) => form.test(address)) ? address : null;
}

/** Escapes a part of a Wi-Fi configuration string. */
const escaped = (part: string) => part.replace(/[\\;,:"]/g, '\\$&');

/** Width of the light margin on each side in modules: the minimum that readers need. */
const QUIET = 2;
/** Width of the PNG in pixels, up to a module; greater only if a module would otherwise be a single pixel. */
const WIDTH = 300;

/** The code as a picture that scales, which is the answer, and if all is wanted also as one of pixels. */
async function drawn(text: string, isFull = false) {
  const { default: qrcode } = await import('qrcode');
  const level = { errorCorrectionLevel: 'M' } as const;
  // The choice of the mask takes most of the time, so that both pictures share it.
  const { modules, version, maskPattern } = qrcode.create(text, level);
  const same = { ...level, version, maskPattern, margin: QUIET } as QRCodeRenderersOptions;
  const scale = Math.max(2, Math.floor(WIDTH / (modules.size + 2 * QUIET)));
  return {
    svg: await qrcode.toString(text, { ...same, type: 'svg' }),
    ...(isFull && { png: await qrcode.toDataURL(text, { ...same, scale }) }),
  };
}

/** Draws QR codes of addresses and texts. */
export const qr = threadAnswer({
  type: 'qr',
  lasting: true,
  example: 'qr code https://example.org',
  data: z.object({ text: z.string(), svg: z.string(), png: z.string().optional(), value: z.string() }),
  signs: /qr/,
  read: ({ q }) => textIn(q),
  async answer(text, { lang, pictures }) {
    const answer = `${translate('QR code', lang)}: ${oneLine(text)}`;
    return { answer, data: { text, ...(await drawn(text, pictures)), value: text } };
  },
});
