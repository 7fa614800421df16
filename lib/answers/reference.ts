import { z } from 'zod';
import { type Asked, type Found, inlineKind } from './answer.ts';
import { inWords, toLetters, toOctal } from './reference/chmod.ts';
import { type Country, countryCalled } from './reference/countries.ts';
import { currencySign } from './reference/currency-symbols.ts';
import { emoji } from './reference/emoji.ts';
import { httpStatuses } from './reference/http-statuses.ts';
import { mimeTypes } from './reference/mime-types.ts';
import { ports } from './reference/ports.ts';
import { codePoint } from './reference/unicode.ts';

const Data = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http_status'),
    code: z.number(),
    meaning: z.string(),
    value: z.string().describe('The name of the status, such as Not Found.'),
  }),
  z.object({
    kind: z.literal('port'),
    port: z.number(),
    protocol: z.string().describe('tcp, udp or tcp/udp'),
    service: z.string(),
    value: z.string().describe('The service of a port, or the port of a service; several with commas.'),
  }),
  z.object({
    kind: z.literal('country_code'),
    name: z.string(),
    alpha2: z.string(),
    alpha3: z.string(),
    numeric: z.string(),
    value: z.string().describe('The code that was asked for; the name when a code was given.'),
  }),
  z.object({
    kind: z.literal('currency_symbol'),
    code: z.string().describe('ISO 4217'),
    name: z.string(),
    value: z.string().describe('The sign.'),
  }),
  z.object({
    kind: z.literal('unicode'),
    char: z.string(),
    code: z.string().describe('U+ and at least four hexadecimal digits.'),
    decimal: z.number(),
    html: z.string().describe('As a numeric entity.'),
    utf8: z.string().describe('Its bytes in hexadecimal.'),
    category: z.string(),
    value: z.string().describe('The character of a code, or the code of a character.'),
  }),
  z.object({
    kind: z.literal('chmod'),
    octal: z.string(),
    symbolic: z.string(),
    value: z.string().describe('The letters of a number, or the number of letters.'),
  }),
  z.object({
    kind: z.literal('emoji'),
    emoji: z.string(),
    name: z.string(),
    value: z.string().describe('The emoji of a name, or the name of an emoji.'),
  }),
  z.object({
    kind: z.literal('mime'),
    extension: z.string(),
    value: z.string().describe('The media type of an extension, or the extension of a media type.'),
  }),
]);
type ReferenceData = z.infer<typeof Data>;
type Look = (asked: Asked) => Found<ReferenceData> | null;

const STATUS = [
  /^(?:what does (?:an? )?)?(?:https?(?:\/[\d.]+)?(?: (?:status|response|error))?(?: codes?)?|(?:status|response) codes?|error(?: code)?) (\d{3})(?: (?:error|status|status code|response|code|meaning|mean|explained))*$/,
  /^(?:what does (?:an? )?)?(\d{3}) (?:https?(?: (?:status|response|error))?(?: code)?|(?:status|response) code|(?:http )?error(?: code)?)(?: (?:meaning|mean|explained))?$/,
  /^(?:http )?(\d{3}) ([a-z' -]{2,40})$/,
];

const httpStatus: Look = ({ plain }) => {
  for (const [at, form] of STATUS.entries()) {
    const [, code = '', name] = form.exec(plain) ?? [];
    const status = httpStatuses[code];
    if (!status || (name !== undefined && name !== status[0].toLowerCase())) continue;
    // `error 200` is somebody else's error.
    if (at < 2 && Number(code) < 400 && !/http|status|response/.test(plain)) return null;
    const [value, meaning] = status;
    return {
      answer: `${code} ${value}: ${meaning}`,
      data: { kind: 'http_status', code: Number(code), meaning, value },
    };
  }
  return null;
};

const PORT_NUMBER =
  /^(?:(?:tcp|udp|tcp\/udp|network|what is|what uses|which service uses) )*port(?: number)? (\d{1,5})(?: (?:tcp|udp|service|protocol|used for|meaning))?$/;
const PORT_OF = [
  /^(?:the )?(?:default |standard )?(?:tcp |udp |network )?port(?: number)?s? (?:for|of|used by) ([a-z0-9 ()-]{2,40})$/,
  /^(?:what|which) port (?:does|is|do) ([a-z0-9 ()-]{2,40}?)(?: (?:use|uses|run on|listen on|on|default))?$/,
  /^([a-z0-9 ()-]{2,40}?) (?:default )?(?:tcp |udp )?port(?: number)?$/,
];

const port: Look = ({ plain }) => {
  const number = Number(PORT_NUMBER.exec(plain)?.[1]);
  const known = ports.find(([of]) => of === number);
  if (known) {
    const [of, protocol, names] = known;
    const [service = ''] = names.split(',');
    return {
      answer: `Port ${of} (${protocol}): ${names.replaceAll(',', ', ')}`,
      data: { kind: 'port', port: of, protocol, service, value: service },
    };
  }
  const asked = PORT_OF.map((form) => form.exec(plain)?.[1])
    .find((name) => name !== undefined)
    ?.replace(/ server$/, '');
  const found =
    asked === undefined ? [] : ports.filter(([, , names]) => names.toLowerCase().split(',').includes(asked));
  const [first] = found;
  if (!first) return null;
  const [of, protocol, names] = first;
  const value = found.map(([each]) => each).join(', ');
  const [service = ''] = names.split(',');
  return {
    answer: `${service}: port ${value} (${protocol})`,
    data: { kind: 'port', port: of, protocol, service, value },
  };
};

const CODE_WORDS =
  /\b(?:iso(?: ?3166(?:-1)?)?|3166(?:-1)?|country|countries|codes?|abbreviation|letters?|characters?|digits?|alpha|numeric(?:al)?|number|the|of|for|in|is|two|three|2|3)\b|[-:]/g;

const countryCode: Look = ({ plain }) => {
  if (!/\b(?:codes?|abbreviation|3166)\b/.test(plain)) return null;
  const length = /\b(?:two|2)[- ](?:letter|character|digit)|alpha[- ]?2/.test(plain)
    ? 2
    : /\b(?:three|3)[- ](?:letter|character)|alpha[- ]?3/.test(plain)
      ? 3
      : 0;
  const isNumeric = /\bnumeric(?:al)?\b|\b3[- ]digit\b/.test(plain);
  // `country code` alone is as often the one to dial.
  if (length === 0 && !isNumeric && !/\biso\b|3166/.test(plain)) return null;
  const name = plain
    .replace(/alpha[- ]?[23]/, ' ')
    .replace(CODE_WORDS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const country = name.length > 1 && name.length < 50 ? countryCalled(name) : null;
  if (!country) return null;
  const isCode = [country.alpha2, country.alpha3, country.numeric].includes(name.toUpperCase());
  const value =
    isCode && length === 0 && !isNumeric
      ? country.name
      : codeOf(country, isNumeric ? 'numeric' : length === 3 ? 'alpha3' : 'alpha2');
  return {
    answer: `${country.name}: ${country.alpha2}, ${country.alpha3}, ${country.numeric} (ISO 3166-1)`,
    data: { kind: 'country_code', ...country, value },
  };
};
const codeOf = (country: Country, which: 'alpha2' | 'alpha3' | 'numeric') => country[which];

const SYMBOL =
  /^(?:the )?(?:currency )?(?:symbol|sign)(?: (?:of|for))? (?:the )?([a-z ]{3,40}?)(?: currency)?$|^([a-z ]{3,40}?) (?:currency )?(?:symbol|sign)$/;

const currencySymbol: Look = ({ plain }) => {
  const parts = SYMBOL.exec(plain);
  const name = parts?.[1] ?? parts?.[2];
  // To Americans, the pound sign is the hash.
  if (!name || (name === 'pound' && /sign/.test(plain))) return null;
  const sign = currencySign(name);
  return (
    sign && {
      answer: `${sign.name} (${sign.code}): ${sign.symbol}`,
      data: { kind: 'currency_symbol', code: sign.code, name: sign.name, value: sign.symbol },
    }
  );
};

const CODE =
  /^(?:(?:unicode|code ?point|character)(?: (?:character|code|of|for))* )?u\+([0-9a-f]{4,6})(?: (?:unicode|character))?$|^unicode (?:character )?(?:u|0x|\\u)([0-9a-f]{4,6})$/;
const CHAR =
  /^(?:(?:the )?unicode|code ?point)(?: (?:code|value|number|point|character|symbol|code point|codepoint))*(?: (?:of|for))? ["']?(\P{C})["']?$|^["']?(\P{C})["']? (?:in )?(?:unicode|code ?point)(?: (?:code|value|point))?$/iu;

const unicode: Look = ({ q, plain }) => {
  const parts = CODE.exec(plain);
  const hex = parts?.[1] ?? parts?.[2];
  const typed = hex ? null : CHAR.exec(q.replace(/^what(?:'s| is) /i, '').replace(/(?<=\S.)\?$/, ''));
  const char = typed?.[1] ?? typed?.[2];
  const found = hex ? codePoint(Number.parseInt(hex, 16)) : char ? codePoint(char.codePointAt(0) ?? -1) : null;
  if (!found) return null;
  const shown = /\p{C}|\p{Z}|\p{M}/u.test(found.char) ? '' : `${found.char} `;
  return {
    answer: `${shown}${found.code}, ${found.category}, decimal ${found.decimal}, UTF-8 ${found.utf8}`,
    data: { kind: 'unicode', ...found, value: hex ? found.char : found.code },
  };
};

const MODE_WORDS =
  /^(?:unix|linux|file|permissions?|chmod|mode|of|for|in|meaning|what|does|do|mean|octal|numeric|to|symbolic|is|calculator|convert|-r)$/;

const chmod: Look = ({ plain }) => {
  if (!/chmod|permission|[r-][w-][xs-]/.test(plain)) return null;
  const tokens = plain.split(' ');
  const modes = tokens.filter((token) => toLetters(token) ?? toOctal(token));
  const [mode = ''] = modes;
  if (modes.length !== 1 || !tokens.every((token) => token === mode || MODE_WORDS.test(token))) return null;
  const letters = toLetters(mode);
  // Dashes alone are a line.
  if (letters === null && !/[rwx]/.test(mode)) return null;
  if (letters !== null && tokens.length === 1) return null;
  const symbolic = letters ?? (mode.length === 10 ? mode.slice(1) : mode);
  const octal = letters === null ? (toOctal(mode) as string) : mode;
  return {
    answer: `${octal} ${symbolic} (${inWords(symbolic)})`,
    data: { kind: 'chmod', octal, symbolic, value: letters === null ? octal : symbolic },
  };
};

const emojiNames = new Map(
  Object.entries(emoji).flatMap(([char, names]) => names.split(',').map((name) => [name, char])),
);
const EMOJI =
  /^(?:the )?(.{2,40}?) (?:face )?emojis?(?: symbol| copy(?: and| &)? paste)?$|^emojis? (?:(?:for|of) )?(?:an? )?(.{2,40})$/;
const EMOJI_MEANING = /^(?:what does (?:the )?)?(\P{ASCII}{1,8}) ?(?:emoji)? ?(?:mean(?:ing)?)?$/u;

const emojiNamed: Look = ({ plain }) => {
  const meant = EMOJI_MEANING.exec(plain)?.[1]?.trim();
  if (meant !== undefined) {
    const char = [meant, `${meant}\ufe0f`].find((candidate) => Object.hasOwn(emoji, candidate));
    const name = char && emoji[char]?.split(',')[0];
    if (!char || !name || !/emoji|mean/.test(plain)) return null;
    return { answer: `${char} ${name}`, data: { kind: 'emoji', emoji: char, name, value: name } };
  }
  const parts = EMOJI.exec(plain);
  const asked = (parts?.[1] ?? parts?.[2])?.replace(/ face$/, '');
  const char = asked === undefined ? undefined : (emojiNames.get(asked) ?? emojiNames.get(`${asked} face`));
  return char && asked
    ? { answer: `${char} ${asked}`, data: { kind: 'emoji', emoji: char, name: asked, value: char } }
    : null;
};

const MIME = [
  /^(?:the )?(?:mime|media|content|internet media)[- ]?types?(?: (?:of|for))?(?: an?)? \.?([a-z0-9]{2,12})(?: files?| extension)?$/,
  /^\.?([a-z0-9]{2,12}) (?:files? )?(?:mime|media|content)[- ]?type$/,
];
const EXTENSION =
  /^(?:file )?extension(?: (?:of|for))? ([a-z]+\/[a-z0-9.+-]+)$|^([a-z]+\/[a-z0-9.+-]+) (?:file )?extension$/;

const mime: Look = ({ plain }) => {
  const extension = MIME.map((form) => form.exec(plain)?.[1]).find((name) => name !== undefined);
  const type = extension !== undefined && Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension] : undefined;
  if (extension && type) return { answer: `.${extension}: ${type}`, data: { kind: 'mime', extension, value: type } };
  const parts = EXTENSION.exec(plain);
  const wanted = parts?.[1] ?? parts?.[2];
  const found = wanted && Object.keys(mimeTypes).find((each) => mimeTypes[each] === wanted);
  return found
    ? { answer: `${wanted}: .${found}`, data: { kind: 'mime', extension: found, value: `.${found}` } }
    : null;
};

const LOOKS: readonly Look[] = [httpStatus, port, countryCode, currencySymbol, unicode, chmod, emojiNamed, mime];
const ANY =
  /\d{3}|port|code|abbrev|3166|symbol|sign|unicode|u\+|chmod|permission|[r-][w-][xs-]|emoji|mean|type|extension/;

function find(asked: Asked): Found<ReferenceData> | null {
  if (asked.plain.length > 90 || !ANY.test(asked.plain)) return null;
  for (const look of LOOKS) {
    const found = look(asked);
    if (found) return found;
  }
  return null;
}

/** What is looked up in tables: codes, ports, signs. */
export const reference = inlineKind<ReferenceData>({
  type: 'reference',
  example: 'http 404',
  data: Data,
  match: (asked) => find(asked) !== null,
  work: find,
});
