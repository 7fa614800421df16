import { z } from 'zod';
import { threadKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { translate } from '../../phrases.ts';
import { isQuoted, textAfter, textBefore, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { bestDrawn } from './masks.ts';
import { pngOf } from './png.ts';
import { segmentsOf } from './segments.ts';
import { svgOf } from './svg.ts';

const MAX_CHARACTERS = 500;
/** More words than this are a sentence. */
const MAX_WORDS = 10;
/** Capacity of a code 33 modules wide, which takes half a millisecond to draw. The time grows with the area. */
const MAX_CHEAP_BYTES = 62;

const QR = 'qr[- ]?(?:code)?s?';
const FRONT = new RegExp(
  `^(?:qr ?code |barcode )?(?:generator |maker )?(?:new )?${QR}(?: generator| maker)?(?:(?: (?:for|of|with|from|containing|saying|that says|to|as))*(?: (?:the )?(?:text|url|link|address|phone|phone number|number|email|e-mail|website|site))?):? `,
  'i',
);
const SAYING = new RegExp(
  `^${QR}(?: (?:generator|maker))?(?: (?:(?:with|of|for|from) (?:the )?text|saying|that says|containing|text)|:):? `,
  'i',
);
const BACK = new RegExp(` (?:(?:to|as|in|into) )?(?:an? )?${QR}$`, 'i');
const WIFI =
  /^(?:wi-?fi qr(?: ?code)?|qr(?: ?code)?(?: for)? wi-?fi)(?: for)?:? (?:ssid|network|name)[: ]\s*(.{1,32}?),? (?:password|pass|key|pw)[: ]\s*(.{1,63})$/i;

/** Addresses, telephone numbers and the like: after `qr code`, these are surely the content. */
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{1,15}:\S.*|(?:www\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,18}(?:[/?#:]\S*)?|[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|\+?\d[\d\s().-]{5,18}\d)$/iu;

/** Texts that people often try first. */
const TRIED = /^(?:hello(?:,? world)?!?|test(?:ing)?)$/i;

/** Words around an address in several languages. If the query contains no others, it surely asks for a code. */
const AROUND = new Set(
  `qr qrcode qr-code qrcodes code codes generate generator create creator make maker get show me please turn convert link url
  text website site webpage page homepage address a an the for of from with to into in as my this on
  ein einen eine erstellen erzeugen generieren machen für fur aus von mit als adresse seite webseite
  un une générer generer créer creer faire pour de du avec lien adresse
  una uno código codigo generar crear hacer para con desde enlace codice generare creare fare per da di
  um uma gerar criar fazer een maken genereren voor van met naar`.split(/\s+/),
);

/** The address at either end of a query, if all other words ask for a code. */
function addressAmidWords(q: string): string | null {
  const words = q.split(/\s+/, MAX_WORDS + 1);
  if (words.length < 2 || words.length > MAX_WORDS) return null;
  const isLast = ADDRESS.test((words.at(-1) as string).slice(0, MAX_CHARACTERS));
  const address = words.at(isLast ? -1 : 0) as string;
  const others = isLast ? words.slice(0, -1) : words.slice(1);
  const areKnown = others.every((word) => AROUND.has(word.toLowerCase().replace(/[:,]$/, '')));
  return areKnown && others.some((word) => /^qr/i.test(word)) && ADDRESS.test(address) ? address : null;
}

const textIn = memoizeLast(({ q }): string | null => {
  if (!/qr/i.test(q)) return null;
  const wifi = WIFI.exec(q);
  if (wifi) return `WIFI:T:WPA;S:${escaped(wifi[1])};P:${escaped(wifi[2])};;`;
  const saying = textAfter(q, SAYING)?.text;
  const behind = saying ?? textAfter(q, FRONT)?.text;
  const text = behind ?? textBefore(q, BACK)?.text.replace(/^(?:generate|create|make|get) /i, '');
  const isMeant =
    text !== undefined && text !== '' && (saying || isQuoted(text) || ADDRESS.test(text) || TRIED.test(behind ?? ''));
  const bare = isMeant ? unquoted(text) : addressAmidWords(q);
  if (bare === null) return null;
  return [...bare].length > MAX_CHARACTERS ? null : bare;
});

/** Escapes a part of a Wi-Fi configuration string. */
const escaped = (part = '') => part.replace(/[\\;,:"]/g, '\\$&');

const Data = z.object({
  text: z.string().describe('Content of the code.'),
  svg: z.string().describe('The code as an SVG document.'),
  png: z.string().describe('The code as a PNG in a data URI.'),
  value: z.string().describe('Same as `text`.'),
});

/** Draws QR codes of addresses and texts. */
export const qr = threadKind<z.infer<typeof Data>>({
  type: 'qr',
  lasting: true,
  example: 'qr code https://example.org',
  data: Data,
  match: (query) => textIn(query) !== null,
  isCheap: (query) => Buffer.byteLength(textIn(query) ?? '') <= MAX_CHEAP_BYTES,
  async work(query) {
    const text = textIn(query);
    if (text === null) return null;
    const { default: qrcode } = await import('qrcode');
    const modules = bestDrawn(qrcode.create, segmentsOf(text));
    const png = `data:image/png;base64,${pngOf(modules).toString('base64')}`;
    return {
      answer: `${translate('QR code', query.lang)}: ${oneLine(text)}`,
      data: { text, svg: svgOf(modules), png, value: text },
    };
  },
});
