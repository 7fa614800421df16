import { type AnswerContent, inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { fromClauses, inWords, toLetters, toOctal } from './chmod.ts';
import { type Country, countryCalled } from './countries.ts';
import { type Look, ReferenceData } from './data.ts';
import { httpStatus, mime, port } from './network.ts';
import { currencySymbol, emojiNamed, namedSign, unicode } from './signs.ts';

const CODE_WORDS =
  /\b(?:iso(?: ?3166(?:-1)?)?|3166(?:-1)?|country|countries|codes?|abbreviation|letters?|characters?|digits?|alpha|numeric(?:al)?|number|the|of|for|in|is|two|three|2|3)\b|[-:]/g;

/** The country of a code in letters. Numbers may also be dialling codes. */
const WHOSE_CODE =
  /^(?:(?:which|what) )?country (?:has|have|uses|with|for|of|is) (?:the )?(?:(?:iso|country) )*code ["']?([a-z]{2,3})["']?$/;

const countryCode: Look = ({ plain }) => {
  if (!/\b(?:codes?|abbreviation|3166|alpha[- ]?[23])\b/.test(plain)) return null;
  const [, given = ''] = WHOSE_CODE.exec(plain) ?? [];
  const owner = given === '' ? null : countryCalled(given);
  if (owner) return { answer: codesOf(owner), data: { kind: 'country_code', ...owner, value: owner.name } };
  const length = /\b(?:two|2)[- ](?:letter|character|digit)|alpha[- ]?2/.test(plain)
    ? 2
    : /\b(?:three|3)[- ](?:letter|character)|alpha[- ]?3/.test(plain)
      ? 3
      : 0;
  const isNumeric = /\bnumeric(?:al)?\b|\b3[- ]digit\b/.test(plain);
  // `country code` alone may also mean the dialling code.
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
    answer: codesOf(country),
    data: { kind: 'country_code', ...country, value },
  };
};
const codesOf = ({ name, alpha2, alpha3, numeric }: Country) =>
  `${name}: ${alpha2}, ${alpha3}, ${numeric} (ISO 3166-1)`;
const codeOf = (country: Country, which: 'alpha2' | 'alpha3' | 'numeric') => country[which];

const MODE_WORDS =
  /^(?:unix|linux|file|permissions?|chmod|mode|of|for|in|meaning|what|does|do|mean|octal|numeric|to|symbolic|is|calculator|convert|-r)$/;

const chmod: Look = ({ plain }) => {
  if (!/chmod|permission|[r-][w-][xs-]/.test(plain)) return null;
  const tokens = plain.split(' ');
  const modes = tokens.filter((token) => toLetters(token) ?? toOctal(token) ?? fromClauses(token));
  const [mode = ''] = modes;
  if (modes.length !== 1 || !tokens.every((token) => token === mode || MODE_WORDS.test(token))) return null;
  const letters = toLetters(mode);
  // Dashes alone are a line.
  if (letters === null && !/[rwx]/.test(mode)) return null;
  const clauses = fromClauses(mode);
  if (letters !== null && tokens.length === 1) return null;
  const octal = clauses ?? (letters === null ? (toOctal(mode) as string) : mode);
  const symbolic = toLetters(octal) as string;
  return {
    answer: `${octal} ${symbolic} (${inWords(symbolic)})`,
    data: { kind: 'chmod', octal, symbolic, value: letters === null ? octal : symbolic },
  };
};

const LOOKS: readonly Look[] = [
  httpStatus,
  port,
  countryCode,
  currencySymbol,
  namedSign,
  unicode,
  chmod,
  emojiNamed,
  mime,
];
const ANY =
  /\d{3}|port|code|http|abbrev|alpha|3166|symbol|sign|unicode|u\+|\\[ux]|chmod|permission|[r-][w-][xs-]|emoji|mean|type|extension/;

const find = memoizeLast((query): AnswerContent<ReferenceData> | null => {
  if (query.plain.length > 90 || !ANY.test(query.plain)) return null;
  for (const look of LOOKS) {
    const found = look(query);
    if (found) return found;
  }
  return null;
});

/** Looks up codes, ports and signs in tables. */
export const reference = inlineKind<ReferenceData>({
  type: 'reference',
  lasting: true,
  example: 'http 404',
  data: ReferenceData,
  match: (query) => find(query) !== null,
  work: find,
});
