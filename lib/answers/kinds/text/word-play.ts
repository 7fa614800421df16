/** Games with letters: pig latin, leet, upside down, spelling alphabets. */

const ONSETS = new Set(
  `b bl br c ch chr cl cr d dr dw f fl fr g gh gl gr gw h j k kl kn kr l m n p ph phr pl pr ps q qu r rh s sc sch scr sh shr
  sk sl sm sn sp sph spl spr squ st str sw t th thr tr tw v w wh wr x y z`.split(/\s+/),
);

/** Translates a text into pig latin. */
export function toPigLatin(text: string): string {
  return text.replace(/[a-z']+/gi, (word) => {
    const [onset = ''] = /^(?:[^aeiou]*qu|y?[^aeiouy]*)/i.exec(word) ?? [];
    if (onset === '') return `${word}way`;
    const rest = word.slice(onset.length);
    if (rest === '') return `${word}ay`;
    const isCapitalised = /^[A-Z][^A-Z]*$/.test(word);
    const moved = `${rest}${onset}ay`;
    return isCapitalised ? moved.charAt(0).toUpperCase() + moved.slice(1).toLowerCase() : moved;
  });
}

/**
 * Decodes pig latin; returns null if the text is not pig latin. The moved letters are ambiguous, so this takes the
 * longest ending that can begin an English word.
 */
export function fromPigLatin(text: string): string | null {
  const words = text.split(/(\s+)/);
  const plain = words.map((word) => (word.trim() === '' ? word : unpigged(word)));
  return plain.includes(null) ? null : plain.join('');
}

function unpigged(word: string): string | null {
  const [, core = '', marks = ''] = /^([a-z']+?)ay([^a-z]*)$/i.exec(word) ?? [];
  if (core === '') return null;
  if (/^[aeiou].*w$/i.test(core) && core.length > 1) return core.slice(0, -1) + marks;
  for (const length of [4, 3, 2, 1]) {
    const onset = core.slice(-length).toLowerCase();
    if (length >= core.length || !ONSETS.has(onset)) continue;
    const plain = onset + core.slice(0, -length).toLowerCase();
    return (/^[A-Z]/.test(core) ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain) + marks;
  }
  return null;
}

const NATO = Object.fromEntries(
  `Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango
  Uniform Victor Whiskey X-ray Yankee Zulu`
    .split(/\s+/)
    .map((word) => [word.charAt(0).toLowerCase(), word]),
);
const DIGITS = 'Zero One Two Three Four Five Six Seven Eight Nine'.split(' ');

/** Spells a text in the NATO alphabet, with dashes between letters; characters without a word are omitted. */
export function toNato(text: string): string {
  const spelled = text.split(/\s+/).map((word) =>
    [...word.normalize('NFD').toLowerCase()]
      .map((char) => NATO[char] ?? DIGITS[/\d/.test(char) ? Number(char) : -1])
      .filter((code) => code !== undefined)
      .join('-'),
  );
  return spelled.filter((word) => word !== '').join(' ');
}

const KEYS = '22233344455566677778889999';

/** Letters as telephone keys. */
export function toPhoneKeys(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => KEYS[letter.toLowerCase().charCodeAt(0) - 97] as string);
}

const LEET: Readonly<Record<string, string>> = {
  a: '4',
  b: '8',
  e: '3',
  g: '6',
  i: '1',
  l: '1',
  o: '0',
  s: '5',
  t: '7',
  z: '2',
};

/** Writes a text in leetspeak. */
export const toLeet = (text: string) =>
  text.replace(/[abegilostz]/gi, (letter) => LEET[letter.toLowerCase()] as string);

const UPRIGHT = 'abcdefghijklmnopqrstuvwxyz0123456789.,?!\'"()[]{}<>_&';
const TURNED = [..."ɐqɔpǝɟƃɥıɾʞןɯuodbɹsʇnʌʍxʎz0ƖᄅƐㄣϛ9ㄥ86˙'¿¡,„)(][}{><‾⅋"];

/** Writes a text upside down, from right to left. */
export function upsideDown(text: string): string {
  const turned = [...text.toLowerCase()].map((char) => TURNED[UPRIGHT.indexOf(char)] ?? char);
  return turned.reverse().join('');
}
