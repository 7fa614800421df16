/** International Morse code (ITU-R M.1677), with other marks in common use. */

const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  `A .- B -... C -.-. D -.. E . F ..-. G --. H .... I .. J .--- K -.- L .-.. M -- N -. O --- P .--. Q --.- R .-. S ...
  T - U ..- V ...- W .-- X -..- Y -.-- Z --.. 0 ----- 1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----.
  . .-.-.- , --..-- ? ..--.. ' .----. ! -.-.-- / -..-. ( -.--. ) -.--.- & .-... : ---... ; -.-.-. = -...- + .-.-. - -....-
  _ ..--.- " .-..-. $ ...-..- @ .--.-. Ä .-.- Ö ---. Ü ..-- É ..-.. Ñ --.-- À .--.- ß ...--..`
    .split(/\s+/)
    .flatMap((item, at, all) => (at % 2 === 0 ? [[item, all[at + 1] as string]] : [])),
);
const CHARS = new Map(Object.entries(CODES).map(([char, code]) => [code, char]));

/**
 * Writes a text in Morse code, with one space between letters and two between words; null if a character has no code.
 */
export function toMorse(text: string): string | null {
  const words = text.trim().split(/\s+/);
  const codes = words.map((word) => [...word].map((char) => CODES[char === 'ß' ? char : char.toUpperCase()]));
  return codes.flat().includes(undefined) ? null : codes.map((word) => word.join(' ')).join('  ');
}

/** Whether a text consists of dots and dashes and so is already Morse code. */
export const isMorse = (text: string) => /^[.\-·•−–—_/|\s]+$/.test(text) && /[.\-·•−–—_]/.test(text);

/** Reads Morse code; returns null if a code is unknown. */
export function fromMorse(code: string): string | null {
  const plain = code
    .replace(/[·•]/g, '.')
    .replace(/[−–—_]/g, '-')
    .trim();
  const words = plain.split(/\s*[/|]\s*|\s{2,}/).filter((word) => word !== '');
  const chars = words.map((word) => word.split(' ').map((letter) => CHARS.get(letter)));
  return chars.flat().includes(undefined) ? null : chars.map((word) => word.join('')).join(' ');
}
