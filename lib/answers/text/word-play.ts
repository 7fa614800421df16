/** Games with letters: pig latin, leet, upside down, spelling alphabets. */

const ONSETS = new Set(
  `b bl br c ch chr cl cr d dr dw f fl fr g gh gl gr gw h j k kl kn kr l m n p ph phr pl pr ps q qu r rh s sc sch scr sh shr
  sk sl sm sn sp sph spl spr squ st str sw t th thr tr tw v w wh wr x y z`.split(/\s+/),
);

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

/** What was moved cannot be known for certain: the longest end that an English word can begin with. Null: not pig latin. */
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

/** The words of the spelling alphabet, dashes between letters; what has none is left out. */
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

/** Letters as the keys of a telephone. */
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

export const toLeet = (text: string) =>
  text.replace(/[abegilostz]/gi, (letter) => LEET[letter.toLowerCase()] as string);

const UPRIGHT = 'abcdefghijklmnopqrstuvwxyz0123456789.,?!\'"()[]{}<>_&';
const TURNED = [..."ɐqɔpǝɟƃɥıɾʞןɯuodbɹsʇnʌʍxʎz0ƖᄅƐㄣϛ9ㄥ86˙'¿¡,„)(][}{><‾⅋"];

export function upsideDown(text: string): string {
  const turned = [...text.toLowerCase()].map((char) => TURNED[UPRIGHT.indexOf(char)] ?? char);
  return turned.reverse().join('');
}
