import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { base } from '../../lib/answers/kinds/base/base.ts';

const ask = async (q: string) => {
  const asked = instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' });
  return (await base.claim(asked)?.answer()) ?? null;
};

describe('numbers in other bases', () => {
  test.each([
    ['255 in hex', 'FF'],
    ['42 → binary', '101010'],
    ['0xff decimal', '255'],
    ['what is 255 in hexadecimal', 'FF'],
    ['convert 255 to binary', '11111111'],
    ['-255 in hex', '-FF'],
    ['1,000 in hex', '3E8'],
    ['0xff', '255'],
    ['0xff to decimal', '255'],
    ['xa1 to binary', '10100001'],
    ['0b1010 in hex', 'A'],
    ['0o17 in decimal', '15'],
    ['binary of 10', '1010'],
    ['the binary of 5', '101'],
    ['hex=15+15', '1E'],
    ['2^10 in binary', '10000000000'],
    ['1010 base 2 to base 10', '10'],
    ['1010 binary to decimal', '10'],
    ['binary 1010 to hex', 'A'],
    ['binary 1010', '10'],
    ['1101 to decimal', '13'],
    ['1111 0000 to hex', 'F0'],
    ['10 from binary', '2'],
    ['hex to decimal ff', '255'],
    ['decimal to binary 10', '1010'],
    ['deadbeef to decimal', '3735928559'],
    ['deadbeef hex to decimal', '3735928559'],
    ['FEFE to binary', '1111111011111110'],
    ['zz base 36 to decimal', '1295'],
    ['52 to base 32', '1K'],
    ['999999999999999999999999 to hex', 'D3C21BCECCEDA0FFFFFF'],
    ['255 in binär', '11111111'],
    ['255 en binaire', '11111111'],
    ['wandle 255 in hexadezimal um', 'FF'],
    ['42 als Binärzahl', '101010'],
    ['1010b to decimal', '10'],
    ['1A3Fh to decimal', '6719'],
    ['1010b hex to decimal', '65803'],
    ['1010₂ to decimal', '10'],
    ['101010 (binary) to decimal', '42'],
    ['decimal value of hex 2a', '42'],
    ['binary equivalent of 42', '101010'],
    ['how do you write 42 in binary', '101010'],
    ['hex(255)', 'FF'],
    ['bin(5)', '101'],
    ['0xff + 0x01 in hex', '100'],
    ['one hundred in hex', '64'],
    ['255 as a binary number', '11111111'],
  ])('%s: %s', async (q, value) => {
    expect((await ask(q))?.data.value).toBe(value);
  });

  test('the four usual bases are always in the data', async () => {
    expect((await ask('42 in base 7'))?.data).toEqual({
      kind: 'base',
      asked: 'base',
      value: '60',
      number: 42,
      input: '42',
      from_base: 10,
      to_base: 7,
      bin: '101010',
      oct: '52',
      dec: '42',
      hex: '2A',
    });
  });

  test.each([
    ...[
      'hex',
      'binary',
      '1010 + 11 in binary',
      'base 10',
      'hex nut',
      'hex color chart',
      'binary code',
      'dewey decimal system',
      'as decimal',
    ],
    ...[
      'dec 25',
      'oct 31',
      '10 oct',
      'that to binary',
      'dad to binary',
      'a in hex',
      '0b102',
      '0x',
      '12 base 2 to decimal',
    ],
    ...[
      'dec 10b',
      'what base is hexadecimal',
      '100 in base 10',
      '5 in base 1',
      '5 in base 64',
      '0.5 in binary',
      'hex 10',
      '0x80070057',
      '0xC000007B',
      'bcd to binary',
      'convert bcd to decimal',
      'dec to hex',
      'cafe to binary',
    ],
  ])('%s has no answer', async (q) => {
    expect(await ask(q)).toBeNull();
  });
});
