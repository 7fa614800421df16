import { foldedWord } from '../../reading/folded.ts';

/** A number to convert to another base. */
export interface BaseQuestion {
  /** Digits in the source base, with a sign but without a prefix; or, for base 10, a calculation. */
  digits: string;
  from: number;
  to: number;
}

/** Words for a base in the supported languages. */
const WORDS: Readonly<Record<string, number>> = {
  binary: 2,
  bin: 2,
  binar: 2,
  dual: 2,
  binaire: 2,
  binario: 2,
  binaria: 2,
  binair: 2,
  binarzahl: 2,
  dualzahl: 2,
  ternary: 3,
  octal: 8,
  oct: 8,
  oktal: 8,
  octale: 8,
  ottale: 8,
  octaal: 8,
  oktalzahl: 8,
  decimal: 10,
  dec: 10,
  dezimal: 10,
  decimale: 10,
  decimaal: 10,
  denary: 10,
  dezimalzahl: 10,
  duodecimal: 12,
  dozenal: 12,
  hexadecimal: 16,
  hex: 16,
  hexa: 16,
  hexadezimal: 16,
  hexadecimale: 16,
  esadecimale: 16,
  hexadecimaal: 16,
  hexadezimalzahl: 16,
  hexzahl: 16,
  vigesimal: 20,
  sexagesimal: 60,
};
const BASE = `(?:(${Object.keys(WORDS).join('|')})(?: (?:number|form|format|notation|system|code|value|representation|equivalent|digits))?|bas(?:e|is)[ -]?(\\d{1,2}))`;
const INTO = '(?:to|in|into|as|->|=>|→|=|nach|zu|als|en|a|em|para|naar)';
/** A number, or a calculation. */
const VALUE = '([-+(]?[0-9a-z#][0-9a-z_,.()+*/^ -]*?)';

const FORMS: readonly (readonly [RegExp, 'vft' | 'fvt' | 'vt' | 'vf' | 'tv' | 'tfv' | 'ftv' | 'bv' | 'vb'])[] = [
  [new RegExp(`^${VALUE} (?:in |as |from |(?:is )?an? )?${BASE} ${INTO} (?:an? )?${BASE}$`), 'vft'],
  [new RegExp(`^(?:the )?${BASE} (?:number )?${VALUE} ${INTO} (?:an? )?${BASE}$`), 'fvt'],
  [new RegExp(`^${BASE} ${INTO} ${BASE}(?: (?:of|for|converter|conversion))? ${VALUE}$`), 'ftv'],
  [new RegExp(`^${VALUE} from ${BASE}(?: ${INTO} ${BASE})?$`), 'vf'],
  [new RegExp(`^${VALUE} ?(?:written |expressed |represented )?${INTO} (?:an? )?${BASE}$`), 'vt'],
  [new RegExp(`^(?:the )?${BASE} (?:of|for) (?:the )?${BASE} ${VALUE}$`), 'tfv'],
  // hex(255), as in programs
  [new RegExp(`^${BASE}\\(${VALUE}\\)$`), 'tv'],
  [new RegExp(`^(?:the )?${BASE}(?: ?= ?| (?:of|for) (?:the )?(?:number )?)${VALUE}$`), 'tv'],
  [new RegExp(`^${BASE} ${VALUE}$`), 'bv'],
  [new RegExp(`^${VALUE} ${BASE}$`), 'vb'],
];
const BARE = /^[-+]?0[xbo][0-9a-f]+$/;
/** A Windows error code. Typed alone, it does not ask for a conversion. */
const FAULT = /^0x[8c]0[0-9a-f]{6}$/;
/** Words that consist only of the letters A–F: in lower case, they count as words. */
const ENGLISH = new Set(
  'abed ace add added baa babe bad bade bed bee beef bead cab cad cafe cede dab dace dad dead deaf deb decade deed deface ebb ed efface fab facade face faced fad fade faded fed fee feed ad be do'.split(
    ' ',
  ),
);

/** Every base question contains a prefix or a word for a base. */
const NAMED = /0[xbo]|bin|oct|okt|ott|dec|dez|den|hex|esa|dual|base|basis|tern|vige|dozen/;

const LEAD =
  /^(?:how (?:do (?:you|i)|to|can i) )?(?:convert|wandle|convertir|converti|converter|change|write|express|show|represent|translate) (?:the (?:number|value) )?/;
const SMALL = '₀₁₂₃₄₅₆₇₈₉';

/** Reads the base conversion in a query; returns null if there is none. */
export function baseQuestion(plain: string, typed: string): BaseQuestion | null {
  const folded = foldedWord(plain);
  if (!NAMED.test(folded)) return null;
  const text = folded
    .replace(LEAD, '')
    .replace(/ (?:um|please)$/, '')
    .replace(/\(([a-z]{3,11})\)/, (whole, word: string) => (Object.hasOwn(WORDS, word) ? word : whole))
    // 1010₂
    .replace(
      /(?<=[0-9a-z])[₀-₉]{1,2}(?= |$)/g,
      (small) => ` base ${[...small].map((sign) => SMALL.indexOf(sign)).join('')}`,
    );
  if (BARE.test(text)) return FAULT.test(text) ? null : known(text, null, 10);
  for (const [form, order] of FORMS) {
    const parts = form.exec(text);
    const found = parts && question(parts, order, typed);
    if (found) return found;
  }
  return null;
}

function question(parts: RegExpExecArray, order: (typeof FORMS)[number][1], typed: string): BaseQuestion | null {
  const group = (at: number) => parts[at] as string;
  const base = (at: number) => (parts[at] ? (WORDS[group(at)] ?? null) : parts[at + 1] ? Number(parts[at + 1]) : null);
  switch (order) {
    case 'vft':
      return known(group(1), base(2), base(4));
    case 'fvt':
      return known(group(3), base(1), base(4));
    case 'tfv':
      return known(group(5), base(3), base(1));
    case 'ftv':
      return known(group(5), base(1), base(3));
    case 'vf':
      return known(group(1), base(2), base(4) ?? 10);
    case 'vt':
      return guessed(group(1), base(2), typed);
    case 'tv':
      return guessed(group(3), base(1), typed);
    case 'bv':
      return alone(group(3), base(1));
    case 'vb':
      return alone(group(1), base(2));
  }
}

/** A number in a base that the query names. */
function known(value: string, from: number | null, to: number | null): BaseQuestion | null {
  const { digits, implied } = unprefixed(value);
  const base = implied ?? from;
  if (!base || !to || !inRange(base) || !inRange(to) || !isWritten(digits, base)) return null;
  // `0b11` is three in binary, but also a number in base 16: a base named in the query takes precedence.
  if (implied && from && from !== implied) return isWritten(value, from) ? { digits: value, from, to } : null;
  return { digits, from: base, to };
}

/** A number in the base that its digits suggest: by prefix, base 10, or base 16 if it contains letters. */
function guessed(value: string, to: number | null, typed: string): BaseQuestion | null {
  const { digits, implied } = unprefixed(value);
  if (implied || !to) return known(value, null, to) ?? (to ? calculation(value, to) : null);
  // Zeros and ones in groups are binary: thousands are not grouped like this.
  if (/^[01]+(?: [01]+)+$/.test(value.trim())) return known(digits, 2, to);
  const number = digits.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  // `in decimal` converts zeros and ones from binary, but the source base of `100 in base 10` is unclear.
  if (to === 10 && /^[-+]?\d+$/.test(number) && /bas[ei]/i.test(typed)) return null;
  if (to === 10) return /^-?[01]{2,}$/.test(number) ? known(number, 2, 10) : hexadecimal(number, to, typed);
  if (/^-?\d+$/.test(number)) return known(number, 10, to);
  return hexadecimal(number, to, typed) ?? calculation(value, to);
}

function hexadecimal(digits: string, to: number, typed: string): BaseQuestion | null {
  if (!/^-?[0-9a-f]{2,}$/.test(digits) || !/[a-f]/.test(digits)) return null;
  if (/^-?\d+e\d+$/.test(digits)) return null;
  return ENGLISH.has(digits) && !typed.includes(digits.toUpperCase()) ? null : known(digits, 16, to);
}

/** 2^10 in binary */
function calculation(value: string, to: number): BaseQuestion | null {
  return /\d/.test(value) && /[-+*/^ ]/.test(value) && inRange(to) ? { digits: value, from: 10, to } : null;
}

/** `binary 1010`, `42 binary`: answered only if the digits show the direction. */
function alone(value: string, base: number | null): BaseQuestion | null {
  const { digits, implied } = unprefixed(value);
  // `dec 10b` is ambiguous.
  if (!base || !/\d/.test(implied ? value : digits) || MARKED.test(value.trim())) return null;
  if (implied) return implied === base ? known(value, base, 10) : known(value, null, base);
  if (base === 2)
    return /^-?[01]{3,}$/.test(digits)
      ? known(digits, 2, 10)
      : /^-?\d*[2-9]\d*$/.test(digits)
        ? known(digits, 10, 2)
        : null;
  // Six hexadecimal digits are more likely a colour.
  return base === 16 && /^-?[0-9a-f]+$/.test(digits) && /[a-f]/.test(digits) && digits.length !== 6
    ? known(digits, 16, 10)
    : null;
}

const inRange = (base: number) => base >= 2 && base <= 36;

/** Assembler notation: 1010b, 1A3Fh. */
const MARKED = /^([-+]?(?:[01]+(?=b$)|\d[0-9a-f]*(?=h$)))([bh])$/;

function unprefixed(value: string): { digits: string; implied: number | null } {
  const [, marked = '', mark] = MARKED.exec(value.trim()) ?? [];
  if (mark) return { digits: marked.replace('+', ''), implied: mark === 'b' ? 2 : 16 };
  const [, sign = '', prefix = '', rest = ''] = /^([-+]?)(0x|0b|0o|x(?=[0-9a-f]*\d)|#)?(.*)$/.exec(value.trim()) ?? [];
  const implied = { '0x': 16, x: 16, '#': 16, '0b': 2, '0o': 8 }[prefix] ?? null;
  return {
    digits: `${sign === '-' ? '-' : ''}${rest.replace(/_/g, '').replace(/^([01]+(?: [01]+)+)$/, (groups) => groups.replaceAll(' ', ''))}`,
    implied,
  };
}

function isWritten(digits: string, base: number): boolean {
  const [, body = ''] = /^-?([0-9a-z]{1,1000})$/.exec(digits) ?? [];
  return body !== '' && [...body].every((digit) => Number.parseInt(digit, 36) < base);
}

/** The value of digits in a base. */
export function wholeNumber(digits: string, base: number): bigint {
  const negative = digits.startsWith('-');
  let value = 0n;
  for (const digit of digits.replace('-', '')) value = value * BigInt(base) + BigInt(Number.parseInt(digit, 36));
  return negative ? -value : value;
}
