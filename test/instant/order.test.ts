import { expect, test } from 'vitest';
import { answerHere } from './in-process.ts';

/** Queries that two kinds could answer, with the kind that must answer them. */
test.each([
  ['5 pt to ct', 'unit'],
  ['$5 + $6', 'math'],
  ['10 pounds to kg', 'unit'],
  ['mean 1, 2, 3', 'stats'],
  ['red to hex', 'colour'],
  ['0xdeadbeef', 'base'],
  ['0xff8800', 'base'],
  ['255 to hex', 'base'],
  ['2^8 in hex', 'base'],
  ['42 decimal to binary', 'base'],
  ['hello to hex', 'encode'],
  ['random sha256', 'random'],
  ['sha256 of random', 'hash'],
  ['1492 in roman numerals', 'number'],
  ['10.0.0.0/24', 'subnet'],
  ['3 m / 4 m', 'math'],
  ['1 km / 100 m', 'math'],
  ['1kg/1g', 'math'],
  ['1 kg + 100 g', 'unit'],
  ['sum of 10 - 1', 'math'],
  ['sum of 10 to 1', 'stats'],
])('%s is answered by %s', async (q, type) => {
  expect((await answerHere(q))?.type).toBe(type);
});
