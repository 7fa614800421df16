/** Ciphers that substitute letters. Everything except A–Z stays unchanged. */

const LETTER = /[a-z]/gi;

/** Moves each letter `by` places along the alphabet. */
export function shifted(text: string, by: number): string {
  return mapped(text, (place) => (((place + by) % 26) + 26) % 26);
}

/** Reverses the alphabet: a becomes z. */
export function atbash(text: string): string {
  return mapped(text, (place) => 25 - place);
}

/** Moves each digit by five places. */
export function rot5(text: string): string {
  return text.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
}

/** Moves each visible ASCII character by 47 places. */
export function rot47(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(33 + ((char.charCodeAt(0) - 33 + 47) % 94)));
}

function mapped(text: string, move: (place: number) => number): string {
  return text.replace(LETTER, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(first + move(letter.charCodeAt(0) - first));
  });
}
