/** Ciphers that put one letter for another. Everything that is not a letter of A–Z stays. */

const LETTER = /[a-z]/gi;

/** Each letter, `by` places further on. */
export function shifted(text: string, by: number): string {
  return mapped(text, (place) => (((place + by) % 26) + 26) % 26);
}

/** The alphabet backwards: a is z. */
export function atbash(text: string): string {
  return mapped(text, (place) => 25 - place);
}

/** Each digit, five places on. */
export function rot5(text: string): string {
  return text.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
}

/** Every visible ASCII character, 47 places on. */
export function rot47(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(33 + ((char.charCodeAt(0) - 33 + 47) % 94)));
}

function mapped(text: string, move: (place: number) => number): string {
  return text.replace(LETTER, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(first + move(letter.charCodeAt(0) - first));
  });
}
