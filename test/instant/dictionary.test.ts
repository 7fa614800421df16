import { expect, test } from 'vitest';
import { dictionary } from '../../lib/answers/kinds/dictionary/dictionary.ts';
import { ask, expectSteady } from './asking.ts';
import { answerHere } from './in-process.ts';
import { counting, sandboxLookUp } from './sandbox-look-up.ts';

test.each([
  ['define serendipity', 'serendipity'],
  ['Define: "candid"', 'candid'],
  ['definition of ad hoc', 'ad hoc'],
  ['what is the definition of an abyss', 'abyss'],
  ['ubiquitous meaning', 'ubiquitous'],
  ['apple definition', 'apple'],
  ['meaning of the word zenith', 'zenith'],
  ['what does ephemeral mean?', 'ephemeral'],
  ['whats the meaning of ephemeral', 'ephemeral'],
  ['can you define serendipity', 'serendipity'],
  ['definition: apple', 'apple'],
  ['meaning apple', 'apple'],
  ['what does zenith mean in english', 'zenith'],
  ['what is meant by ubiquitous', 'ubiquitous'],
  ['zenith meaning in english', 'zenith'],
])('%s', async (q, word) => {
  expect((await ask(q))?.data).toMatchObject({ word });
});

test('the answer has all meanings in its data, and the first one as its value', async () => {
  expect(await ask('define crane')).toEqual({
    type: 'dictionary',
    query: 'define crane',
    answer: 'crane (noun): A large bird with long legs and a long neck.',
    data: {
      kind: 'dictionary',
      asked: 'dictionary',
      word: 'crane',
      phonetic: '',
      meanings: [
        {
          part: 'noun',
          definitions: ['A large bird with long legs and a long neck.', 'A machine for lifting heavy loads.'],
        },
      ],
      value: 'A large bird with long legs and a long neck.',
    },
  });
});

/** Only the call is checked, because the stand-in does not have these words. */
test.each([
  ...['define normal', 'meaning of stop', 'eta meaning', 'define beauty', 'define python', 'define windows'],
  ...['define bay windows', 'define class act', 'define scare quote', 'define solar eclipse', 'define flying colors'],
])('the dictionary is called for: %s', async (q) => {
  const { lookUp, calls } = counting(sandboxLookUp);
  await answerHere(q, { lookUp });
  expect(calls.map(([name]) => name)).toEqual(['define']);
});

test('a word that is not in the dictionary has no answer', async () => {
  expect(await ask('define qqqzzz')).toBeNull();
  expect(await ask('valar morghulis meaning')).toBeNull();
});

test.each([
  ...['meaning of life', 'gift meaning in german', 'what does it mean', 'define', 'definition', 'dictionary quixotic'],
  ...['define business case for it/ot integration', 'what do number and letter codes in a lens name mean'],
  ...['define environment variable windows 11', 'synonyms for qqqzzz'],
])('no provider is called for: %s', async (q) => {
  const { lookUp, calls } = counting(sandboxLookUp);
  expect(await answerHere(q, { lookUp })).toBeNull();
  expect(calls).toEqual([]);
});

test.each([
  ...['meaning of life lyrics', 'define function python', 'define css class', 'definition of marriage act'],
  ...['meaning of butterfly tattoos', 'definition of done scrum', 'what do dreams mean'],
])('the dictionary has no entry for the term, so there is no answer: %s', async (q) => {
  expect(await ask(q)).toBeNull();
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(dictionary, [
    'define',
    'meaning',
    'of',
    'the',
    'word',
    'crane',
    'apple',
    'what does',
    'mean',
    'definition',
    '"',
    'ad hoc',
  ]));
