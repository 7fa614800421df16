/** Ciphers that substitute characters. All others stay unchanged. */

/** Moves each character of a range `by` places along it, and from its end to its beginning. */
function rotated(text: string, [first, last]: readonly [string, string], by: number): string {
  const from = first.charCodeAt(0);
  const size = last.charCodeAt(0) + 1 - from;
  const moved = (char: string) =>
    String.fromCharCode(from + ((((char.charCodeAt(0) - from + by) % size) + size) % size));
  return text.replace(/[!-~]/g, (char) => (char >= first && char <= last ? moved(char) : char));
}

export const shifted = (text: string, by: number) => rotated(rotated(text, ['a', 'z'], by), ['A', 'Z'], by);
export const rot5 = (text: string) => rotated(text, ['0', '9'], 5);
export const rot47 = (text: string) => rotated(text, ['!', '~'], 47);

/** Reverses the alphabet: a becomes z. */
export const atbash = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => String.fromCharCode((letter < 'a' ? 155 : 219) - letter.charCodeAt(0)));
