/** Common names of characters that are hard to type. */
const NAMES: Readonly<Record<string, string>> = {
  '—': 'em dash,long dash,mdash',
  '–': 'en dash,ndash',
  '-': 'hyphen,minus,dash',
  "'": 'apostrophe,single quote,single quotes',
  '"': 'quote,quotes,double quote,double quotes,quotation mark,quotation marks',
  '\u00a0': 'space,non breaking space,nonbreaking space,nbsp,blank space,no break space',
  '&': 'ampersand,and sign,and,amp',
  '<': 'less than,lt,left angle bracket,opening angle bracket',
  '>': 'greater than,gt,right angle bracket,closing angle bracket',
  '«': 'left guillemet,laquo,left angle quote',
  '»': 'right guillemet,raquo,right angle quote',
  '©': 'copyright,copy',
  '®': 'registered,registered trademark',
  '™': 'trademark,trade mark,tm',
  '£': 'pound,pound sterling,gbp',
  '€': 'euro',
  '¢': 'cent,cents',
  '¥': 'yen,yuan',
  $: 'dollar',
  '₹': 'rupee,indian rupee',
  '§': 'section sign',
  '¶': 'pilcrow,paragraph sign',
  '°': 'degree,degrees',
  '±': 'plus minus,plus or minus',
  µ: 'micro',
  '·': 'middle dot,interpunct',
  '•': 'bullet,bullet point',
  '…': 'ellipsis,three dots,hellip',
  '†': 'dagger',
  '‡': 'double dagger',
  '¡': 'inverted exclamation,inverted exclamation mark,upside down exclamation mark',
  '¿': 'inverted question,inverted question mark,upside down question mark',
  '!': 'exclamation,exclamation mark,exclamation point',
  '?': 'question mark',
  '#': 'hash,number sign,pound sign,hashtag,octothorpe',
  '%': 'percent',
  '*': 'asterisk,star',
  '+': 'plus',
  '=': 'equals,equal',
  '/': 'slash,forward slash',
  '\\': 'backslash,back slash',
  '@': 'at,at sign',
  '~': 'tilde',
  '^': 'caret',
  _: 'underscore',
  '|': 'pipe,vertical bar',
  '`': 'backtick,grave accent',
  ',': 'comma',
  '.': 'period,full stop,dot',
  ':': 'colon',
  ';': 'semicolon',
  '(': 'left parenthesis,open parenthesis',
  ')': 'right parenthesis,close parenthesis',
  '[': 'left bracket,left square bracket',
  ']': 'right bracket,right square bracket',
  '{': 'left brace,left curly bracket,left curly brace',
  '}': 'right brace,right curly bracket,right curly brace',
  '×': 'multiplication,times',
  '÷': 'division,divide,divided by',
  '≠': 'not equal,not equal to',
  '≤': 'less than or equal,less than or equal to',
  '≥': 'greater than or equal,greater than or equal to',
  '≈': 'approximately equal,almost equal to',
  '∞': 'infinity',
  '√': 'square root',
  '½': 'one half,half',
  '¼': 'one quarter,one fourth',
  '¾': 'three quarters',
  '²': 'squared,superscript 2,superscript two',
  '³': 'cubed,superscript 3,superscript three',
  '←': 'left arrow',
  '→': 'right arrow',
  '↑': 'up arrow',
  '↓': 'down arrow',
  '↔': 'left right arrow',
  '♥': 'heart',
  '♠': 'spade,spades',
  '♣': 'club,clubs',
  '♦': 'diamond,diamonds',
  '✓': 'check mark,checkmark,tick',
  ß: 'sharp s,eszett,german s,szlig',
  æ: 'ae ligature,aelig',
  œ: 'oe ligature,oelig',
  '“': 'left double quote,left quote,opening quote',
  '”': 'right double quote,right quote,closing quote',
  '‘': 'left single quote',
  '’': 'right single quote',
};

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega';

const byName = new Map(Object.entries(NAMES).flatMap(([char, names]) => names.split(',').map((name) => [name, char])));
for (const [at, name] of GREEK.split(' ').entries()) {
  // Unicode has a second sigma (ς) between rho and sigma.
  const offset = at < 17 ? at : at + 1;
  byName.set(name, String.fromCharCode(0x3b1 + offset)).set(`capital ${name}`, String.fromCharCode(0x391 + offset));
}

const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  circ: '\u0302',
  hat: '\u0302',
  tilde: '\u0303',
  umlaut: '\u0308',
  diaeresis: '\u0308',
  dieresis: '\u0308',
  uml: '\u0308',
  ring: '\u030a',
  cedilla: '\u0327',
  cedil: '\u0327',
  caron: '\u030c',
  macron: '\u0304',
};

/** These are not composed characters: the stroke is part of the letter. */
const STROKED: Readonly<Record<string, string>> = { o: 'ø', O: 'Ø', d: 'đ', D: 'Đ', l: 'ł', L: 'Ł', h: 'ħ', H: 'Ħ' };

const ENDING = /[ -](?:character|char|symbol|sign|letter|entity|accent)s?$/i;

/** The character that a name means: `em-dash`, `greater than symbol`, `E Grave`, `o with umlaut`; null if unknown. */
export function characterNamed(name: string): string | null {
  if (name.length > 40) return null;
  const plain = name.replace(/[-_\s]+/g, ' ').trim();
  const found = byName.get(plain.toLowerCase());
  if (found !== undefined) return found;
  const [, letter = '', accent = ''] = /^([a-z]) ?(?:with )?(?:an? )?([a-z]+)$/i.exec(plain) ?? [];
  const stroked = /^(?:slash|stroke)$/i.test(accent) ? STROKED[letter] : undefined;
  if (stroked !== undefined) return stroked;
  const composed = (letter + (ACCENTS[accent.toLowerCase()] ?? '')).normalize('NFC');
  if (accent !== '' && composed !== letter && composed.length === 1) return composed;
  const shorter = plain.replace(ENDING, '');
  if (shorter === plain || shorter === '') return null;
  return [...shorter].length === 1 ? shorter : characterNamed(shorter);
}
