import { describe, expect, test } from 'vitest';
import { type PhraseLanguage, phraseLanguages, phrases } from '../../sandbox/corpus/phrases.ts';
import { detectLanguages } from '../../sandbox/language-detection.ts';
import { translate } from '../../sandbox/translation.ts';

describe('the phrase table', () => {
  test('has hundreds of phrases in seven languages, and many in two more', () => {
    const known = (language: PhraseLanguage) => phrases.filter((phrase) => phrase[language].length > 0).length;
    expect(phrases.length).toBeGreaterThanOrEqual(250);
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const) {
      expect(known(language), language).toBe(phrases.length);
    }
    expect(known('ja')).toBeGreaterThanOrEqual(60);
    expect(known('pl')).toBeGreaterThanOrEqual(60);
  });

  test('knows every phrase that it holds, from every language into every other', () => {
    for (const from of phraseLanguages) {
      for (const to of phraseLanguages) {
        for (const phrase of phrases) {
          if (phrase[to].length === 0) continue;
          for (const form of phrase[from]) expect(translate(form, from, to), `${from} ${to}`).not.toContain('⟦');
        }
      }
    }
  });
});

describe('translating', () => {
  test.each<[PhraseLanguage, string, PhraseLanguage, string]>([
    ['en', 'Hello, world!', 'de', 'Hallo, Welt!'],
    ['de', 'Hallo, Welt!', 'en', 'Hello, world!'],
    ['en', 'Hello', 'fr', 'Bonjour'],
    ['fr', 'Bonjour', 'en', 'Hello'],
    ['en', 'Good morning! How are you?', 'es', '¡Buenos días! ¿Cómo estás?'],
    ['es', '¿Cómo estás? Estoy bien.', 'en', 'How are you? I am fine.'],
    ['en', 'Thank you very much.', 'it', 'Grazie mille.'],
    ['it', 'Quanto costa?', 'de', 'Wie viel kostet das?'],
    ['en', 'I love you', 'pt', 'Eu te amo'],
    ['pt', 'Bom dia', 'nl', 'Goedemorgen'],
    ['nl', 'Waar is het station?', 'fr', 'Où est la gare?'],
    ['en', 'where is the station', 'ja', '駅はどこですか'],
    ['ja', 'こんにちは、世界！', 'en', 'hello, world!'],
    ['en', 'Good luck', 'pl', 'Powodzenia'],
    ['pl', 'Jak się masz?', 'en', 'How are you?'],
    ['fr', 'L’eau et le pain', 'en', 'The water and the bread'],
    ['de', 'Das Haus ist groß und die Katze ist klein.', 'en', 'The house is big and the cat is small.'],
    ['en', 'the house and the cat', 'de', 'der Haus und der Katze'],
    ['de', 'Sie sind hier', 'en', 'You are here'],
  ])('%s "%s" is in %s "%s"', (from, text, to, translated) => {
    expect(translate(text, from, to)).toBe(translated);
  });

  test('takes the longest phrase that it knows', () => {
    expect(translate('I would like a coffee, please.', 'en', 'de')).toBe('Ich möchte einen Kaffee, bitte.');
    expect(translate('The weather is nice today', 'en', 'fr')).toBe("Il fait beau aujourd'hui");
  });

  test('keeps spaces, line breaks and punctuation', () => {
    expect(translate('  Hello …  goodbye;\n\n\t- yes (no)\r\n', 'en', 'de')).toBe(
      '  Hallo …  auf Wiedersehen;\n\n\t- ja (nein)\r\n',
    );
    expect(translate('good\nmorning', 'en', 'de')).toBe('gut\n⟦untranslated: morning⟧');
  });

  test('keeps capitals', () => {
    expect(translate('HELLO WORLD', 'en', 'fr')).toBe('BONJOUR MONDE');
    expect(translate('on Monday', 'en', 'fr')).toBe('sur lundi');
    expect(translate('Monday', 'en', 'fr')).toBe('Lundi');
    expect(translate('the Water', 'en', 'es')).toBe('el Agua');
  });

  test('leaves numbers, addresses and, in HTML, markup alone', () => {
    expect(translate('2026: see you soon, https://example.org/the/water?a=1 a@example.org', 'en', 'de')).toBe(
      '2026: bis bald, https://example.org/the/water?a=1 a@example.org',
    );
    expect(translate('<b class="water">water</b> &amp; bread', 'en', 'de', true)).toBe(
      '<b class="water">Wasser</b> &amp; Brot',
    );
  });

  test('marks what it does not know, one run of words at a time', () => {
    expect(translate('the frobnicator twiddles green water', 'en', 'de')).toBe(
      'der ⟦untranslated: frobnicator twiddles⟧ grün Wasser',
    );
    expect(translate('Frobnicator, twiddle!', 'en', 'de')).toBe(
      '⟦untranslated: Frobnicator⟧, ⟦untranslated: twiddle⟧!',
    );
  });

  test('gives a text back as it is in its own language', () => {
    expect(translate('frobnicator', 'en', 'en')).toBe('frobnicator');
  });
});

describe('detecting', () => {
  test.each<[PhraseLanguage, string]>([
    ['en', 'The cat is on the table and it does not want to move.'],
    ['en', 'Hello'],
    ['de', 'Ich habe heute leider keine Zeit für dich.'],
    ['de', 'Größenverhältnis'],
    ['fr', 'Je ne sais pas où se trouve la bibliothèque.'],
    ['fr', 'Bonjour tout le monde'],
    ['es', '¿Dónde está la biblioteca?'],
    ['es', 'Mañana vamos al mercado con los niños'],
    ['it', 'Non lo so, ma il cane è molto bello.'],
    ['it', 'Buongiorno a tutti, come state?'],
    ['pt', 'Eu não sei onde fica a estação.'],
    ['pt', 'Muito obrigado pela ajuda'],
    ['nl', 'Ik weet niet waar het station is.'],
    ['nl', 'Het is vandaag heel mooi weer'],
    ['ja', '今日は天気がいいですね。'],
    ['pl', 'Nie wiem, gdzie jest dworzec.'],
  ])('%s: %s', (language, text) => {
    const [best] = detectLanguages(text);
    expect(best?.language).toBe(language);
    expect(best?.confidence).toBeGreaterThan(0);
    expect(best?.confidence).toBeLessThanOrEqual(100);
  });

  test('is less sure of a word that languages share', () => {
    const [best, second] = detectLanguages('hallo');
    expect(best?.confidence).toBe(second?.confidence);
    expect(best?.confidence).toBeLessThan(detectLanguages('bonjour')[0]?.confidence ?? 0);
  });

  test('tells nothing from nothing', () => {
    expect(detectLanguages('🙂 123')).toEqual([]);
    expect(detectLanguages('xyzzy')).toEqual([]);
  });
});
