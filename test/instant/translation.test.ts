import { describe, expect, test } from 'vitest';
import type { LookUp } from '../../lib/answers/answer.ts';
import { translation } from '../../lib/answers/kinds/translation/translation.ts';
import { ask, expectSteady, NOW } from './asking.ts';
import { answerHere } from './in-process.ts';
import { counting, sandboxLookUp } from './sandbox-look-up.ts';

test.each([
  ['hello in german', '', 'hello → hallo (German)', 'en', 'de'],
  ['Hello in German', 'de', 'Hello → Hallo (Deutsch)', 'en', 'de'],
  ['translate good morning to french', '', 'good morning → bonjour (French)', 'en', 'fr'],
  ['wie heißt Hund auf Spanisch', 'de', 'Hund → Perro (Spanisch)', 'de', 'es'],
  ['wie heißt „Hund“ auf Spanisch?', 'de', 'Hund → Perro (Spanisch)', 'de', 'es'],
  ['how do you say dog in spanish', '', 'dog → perro (Spanish)', 'en', 'es'],
  ['comment dit-on chien en anglais', 'fr', 'chien → dog (anglais)', 'fr', 'en'],
  ['cómo se dice perro en alemán', 'es', 'perro → Hund (alemán)', 'es', 'de'],
  ['come si dice cane in inglese', 'it', 'cane → dog (inglese)', 'it', 'en'],
  ['übersetze Hund ins Englische', 'de', 'Hund → Dog (Englisch)', 'de', 'en'],
  ['translate hello from english to german', '', 'hello → hallo (German)', 'en', 'de'],
  ['what is dog in spanish', '', 'dog → perro (Spanish)', 'en', 'es'],
  ['What is „dog“ in Spanish?', '', 'dog → perro (Spanish)', 'en', 'es'],
  ['was ist Hund auf Spanisch', '', 'Hund → Perro (Spanisch)', 'de', 'es'],
  ['word for dog in spanish', '', 'dog → perro (Spanish)', 'en', 'es'],
  ['"dog" in german', '', 'dog → Hund (German)', 'en', 'de'],
  // The text is in another language than the question.
  ['bonjour in english', '', 'bonjour → hello (English)', 'fr', 'en'],
])('%s', async (q, lang, line, from, to) => {
  expect(await ask(q, { lang })).toMatchObject({ type: 'translation', answer: line, data: { from, to } });
});

describe('a text that is not in the language of the question', () => {
  test('is asked again without a language', async () => {
    const { lookUp, calls } = counting((async (operation, input) => {
      if (operation === 'languages') return sandboxLookUp(operation, input);
      const { source, text } = input as { source: string; text: string };
      return source === 'en' ? { text, detected: '' } : { text: 'salut', detected: 'es' };
    }) as LookUp);
    const found = await answerHere('translate hola to french', { lookUp });
    expect(found?.data).toMatchObject({ text: 'hola', value: 'salut', from: 'es', to: 'fr' });
    expect(calls.map(([, input]) => (input as { source?: string }).source)).toEqual([undefined, 'en', '']);
  });

  test('and of which nothing is translated has no answer', async () => {
    const lookUp = (async (operation, input) =>
      operation === 'languages'
        ? sandboxLookUp(operation, input)
        : { text: (input as { text: string }).text, detected: '' }) as LookUp;
    expect(await answerHere('translate Berlin to french', { lookUp })).toBeNull();
  });
});

test('without a backend, or if it fails, there is no answer', async () => {
  expect(await answerHere('hello in german')).toBeNull();
});

test('a language that the backend lacks has no answer', async () => {
  expect(await ask('hello in welsh')).toBeNull();
});

test.each([
  ...['jobs in german', 'made in german', 'movies in spanish', 'numbers in french', 'how to learn english in german'],
  ...['german', 'in german', 'hello', 'translate to french', 'translate english to german', 'google translate german'],
  ...['days of the week in french', 'parasite in korean', 'living in french polynesia', 'that 70s show in spanish'],
  ...['what is the best movie in german', 'what is 5 in german', 'what is german', 'cat in german', 'dog auf spanisch'],
  ...['help in german', 'bücher auf englisch', 'film en anglais', 'german in english', 'hello kitty in german'],
])('no provider is called for: %s', async (q) => {
  const { lookUp, calls } = counting(sandboxLookUp);
  expect((await answerHere(q, { lookUp, now: NOW }))?.type).not.toBe('translation');
  expect(calls).toEqual([]);
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(translation, [
    ...['translate', 'hello', 'in', 'german', 'to', 'how', 'do', 'you', 'say', '"dog"', 'auf', 'Spanisch', 'ins', 'en'],
    ...['anglais', 'wie', 'heißt'],
  ]));
