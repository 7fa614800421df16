import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBraille, toBraille } from '../../lib/answers/encode/braille.ts';
import {
  fromBase32,
  fromBase64,
  fromBits,
  fromHex,
  toBase32,
  toBase64,
  toBits,
  toHex,
} from '../../lib/answers/encode/bytes.ts';
import { characterNamed } from '../../lib/answers/encode/character-names.ts';
import { atbash, rot47, shifted } from '../../lib/answers/encode/ciphers.ts';
import { fromMorse, toMorse } from '../../lib/answers/encode/morse.ts';
import { answers, staysSilent } from './tables.ts';

answers('encode', [
  ['base64 encode Hello', 'SGVsbG8='],
  ['encode Hello in base64', 'SGVsbG8='],
  ['decode base64 SGVsbG8=', 'Hello'],
  ['SGVsbG8= from base64', 'Hello'],
  ['SGVsbG8= base64 decode', 'Hello'],
  ['base32 encode hello', 'NBSWY3DP'],
  ['base32 decode NBSWY3DP', 'hello'],
  ['url encode a b&c', 'a%20b%26c'],
  ['url encode space', '%20'],
  ['urldecode a%20b', 'a b'],
  ['html encode <b>', '&lt;b&gt;'],
  ['html decode &lt;b&gt;', '<b>'],
  ['html code for o umlaut', '&ouml;'],
  ['&eacute;', 'é'],
  ['rot13 Hello', 'Uryyb'],
  ['rot13 how are you', 'ubj ner lbh'],
  ['base64 encode what is love', 'd2hhdCBpcyBsb3Zl'],
  ['how are you in morse code', '.... --- .--  .- .-. .  -.-- --- ..-'],
  ['rot-13 of Uryyb', 'Hello'],
  ['caesar cipher 3 abc', 'def'],
  ['decode caesar 3 def', 'abc'],
  ['hello world in morse code', '.... . .-.. .-.. ---  .-- --- .-. .-.. -..'],
  ['.... . .-.. .-.. ---', 'HELLO'],
  ['hello in binary', '0110100001100101011011000110110001101111'],
  ['01101000 01101001', 'hi'],
  ['hello to hex', '68656c6c6f'],
  ['⠓⠑⠇⠇⠕ to english', 'hello'],
  ['& in html', '&amp;'],
  ['hex to text 68656c6c6f', 'hello'],
  ['ascii code for A', '65'],
  ['ascii 65', 'A'],
  ['ascii 0x65', 'e'],
  ['punycode münchen', 'xn--mnchen-3ya'],
  ['base64 encoding of hello', 'aGVsbG8='],
  ['base64 to text aGVsbG8=', 'hello'],
  ['aGVsbG8= base64 to text', 'hello'],
  ['text to base64 hello', 'aGVsbG8='],
  ['base64("hello")', 'aGVsbG8='],
  ['btoa("hello")', 'aGVsbG8='],
  ['atob aGVsbG8=', 'hello'],
  ['encodeURIComponent("a b")', 'a%20b'],
  ['base64 -d aGVsbG8=', 'hello'],
  ['decode aGVsbG8=', 'hello'],
  ['base64 aGVsbG8= decode', 'hello'],
  ['base64 dekodieren aGVsbG8=', 'hello'],
  ['base64 für hello', 'aGVsbG8='],
  ['encode bonjour en base64', 'Ym9uam91cg=='],
  ['hello%20world decode', 'hello world'],
  ['decode &lt;p&gt;', '<p>'],
  ['decode the base64 string aGVsbG8=', 'hello'],
  ['encode "hello world" for a url', 'hello%20world'],
  ['html escape "a" & "b"', '&quot;a&quot; &amp; &quot;b&quot;'],
  ['morse code for the letter q', '--.-'],
  ['what does ... --- ... mean in morse code?', 'SOS'],
  ['what does 01101000 01101001 mean', 'hi'],
  ['what is 01101000 01101001', 'hi'],
  ['01101000 01101001 binary', 'hi'],
  ['hex 6869 to text', 'hi'],
  ['\\x68\\x69 to text', 'hi'],
  ['base64 encode this: hello', 'aGVsbG8='],
  ['base64 encode this text', 'dGhpcyB0ZXh0'],
  ['decode .... ..', 'HI'],
  ['decode 68656c6c6f', 'hello'],
  ['decode xn--mnchen-3ya', 'münchen'],
  ['text to morse hi', '.... ..'],
  ['.... .. morse to text', 'HI'],
  ['morse to english .... ..', 'HI'],
  ['sos in morsecode', '... --- ...'],
  ['text to binary hi', '0110100001101001'],
  ['text to hex hello', '68656c6c6f'],
  ['decode hex 68656c6c6f', 'hello'],
  ['html entities <p>', '&lt;p&gt;'],
  ['hello rot13', 'uryyb'],
  ['rot5 12345', '67890'],
  ['rot18 hello1', 'uryyb6'],
  ['caeser cipher 3 abc', 'def'],
  ['xn--mnchen-3ya.de', 'münchen.de'],
  ['pound sign html', '&pound;'],
  ['ellipsis html entity', '&hellip;'],
  ['html code for plus minus', '&plusmn;'],
  ['html escape Å', '&Aring;'],
  ['international domain bücher.de', 'xn--bcher-kva.de'],
  ['base64d aGVsbG8=', 'hello'],
  ['⠓⠊ braille', 'hi'],
  ['html oslash', '&oslash;'],
  ['html entity for em dash?', '&mdash;'],
  ['html entity for "em-dash"?', '&mdash;'],
  ['html entity for ?', '&#63;'],
  ['how to get a © character in html code', '&copy;'],
  ['how to get a pound sign character in html code', '&pound;'],
  ['html entity decode &gt;', '>'],
  ['&gt; html entity decode', '>'],
  ['html entity encode <', '&lt;'],
  ['html Oslash', '&Oslash;'],
  ['O with stroke html code', '&Oslash;'],
  ['html ldquo', '&ldquo;'],
  ['html entity trade', '&trade;'],
  ['... --- ... to text', 'SOS'],
  ['uuidv5 ns:DNS abc', '6cb8e707-0fc5-5f55-88d4-d4fed43e64a8'],
  ['guidv3 ns:URL abc', '874a8cb4-4e91-3055-a476-3d3e2ffe375f'],
  ['urld a%20b', 'a b'],
  ['Hi 42 to braille', '⠠⠓⠊⠀⠼⠙⠃'],
]);

staysSilent('encode', [
  'base64',
  'base64 decoder',
  'base64 image',
  'base64 encode online',
  'base64 encode in python',
  'url encode',
  'url decoder',
  'html',
  'html a',
  'html section',
  'html tutorial',
  'html image',
  'html sub',
  'guidv2 ns:DNS abc',
  'html entities',
  'morse',
  'morse code',
  'inspector morse',
  'morse code translator',
  'morse code alphabet',
  'rot13 decoder',
  'rot13 and rot47',
  'how does rot13 work',
  'base64 encode and decode',
  'how to encode url in javascript',
  'caesar salad',
  'caesar cipher 3 decoder',
  'what is url encoding',
  'non binary',
  'ten in binary',
  'text to binary',
  'idn poker',
  'ascii art',
  'ascii table',
  'books in braille',
  'braille alphabet',
  'braille for beginners',
  'binary 01101000',
  '...',
  '---',
  'base64 decode !!!!',
  'url decode %E0%A4%A',
  'base64 to image',
  'base64 url safe',
  'svg to base64',
  'btoa is not defined',
  'encodeuricomponent vs encodeuri',
  'rot13 cipher',
  'convert text to binary',
  'text to binary arduino',
  'morse to text converter',
  'decode paramore',
  'decode 1HGCM82633A004352',
  'rot 3 12345',
  'base64 encode large files',
  'base32 decode otp',
  'caesar 3 game',
  'why is sos used in morse code',
  'what is the most common letter in morse code',
  'elevator buttons in braille',
  'how to write your name in binary',
  'how are negative numbers stored in binary',
  'ip address in binary',
  'bytes to hex',
  'decode 12345678',
  'decode ...',
  'decode facade',
  'what does love mean in morse code',
  'what does binary mean',
  'ascii 13',
  'ascii 32',
  'ascii 72 65',
  'base64 encode image javascript',
  'base64 to file c#',
  'url parameter decode',
  'base64 de imagen',
  'base64 pour les nuls',
  'base64 parameter decode',
  '64 bit max in hex',
  'twelve in binary',
]);

describe('what is encoded comes back', () => {
  // What cannot be seen is not decoded: see `textOf`.
  const texts = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));
  const pairs: [string, (text: string) => string, (code: string) => string | null][] = [
    ['base64', toBase64, fromBase64],
    ['base32', toBase32, fromBase32],
    ['binary', toBits, fromBits],
    ['hex', toHex, fromHex],
    ['rot13', (text) => shifted(text, 13), (text) => shifted(text, 13)],
    ['caesar', (text) => shifted(text, 5), (text) => shifted(text, -5)],
    ['atbash', atbash, atbash],
    ['rot47', rot47, rot47],
  ];
  test.each(pairs)('%s', (_, encode, decode) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(decode(encode(text))).toBe(text);
      }),
    );
  });

  test('morse', () => {
    const words = fc.array(fc.stringMatching(/^[A-Z0-9.,?]{1,8}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, (all) => {
        expect(fromMorse(toMorse(all.join(' ')) as string)).toBe(all.join(' '));
      }),
    );
  });
  test('braille', () => {
    const words = fc.array(fc.stringMatching(/^(?:[A-Za-z]{1,8}|[0-9]{1,5})$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, (all) => {
        expect(fromBraille(toBraille(all.join(' ')) as string)).toBe(all.join(' '));
      }),
    );
  });
});

test('bytes that are no text are not decoded', () => {
  expect(fromBase64('/////w==')).toBeNull();
  expect(fromHex('ff')).toBeNull();
  expect(fromBits('00000000')).toBeNull();
});

test.each([
  ['em-dash', '—'],
  ['Em Dash', '—'],
  ['E Grave', 'È'],
  ['e with an acute', 'é'],
  ['greater than symbol', '>'],
  ['$ sign', '$'],
  ['capital omega', 'Ω'],
  ['omega', 'ω'],
  ['zebra', null],
  ['constructor', null],
])('the character called %s', (name, char) => {
  expect(characterNamed(name)).toBe(char);
});
