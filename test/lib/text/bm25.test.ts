import { describe, expect, test } from 'vitest';
import { bm25 } from '../../../lib/text/bm25.ts';
import { languageFor, likelyLanguage } from '../../../lib/text/languages.ts';
import { wordsOf } from '../../../lib/text/words.ts';

const scores = (question: string, texts: string[], lang = 'en') =>
  bm25(
    question,
    texts.map((text) => ({ text, lang })),
  );
/** The numbers of the texts in which something is found, the best first. */
const order = (question: string, texts: string[], lang = 'en') =>
  scores(question, texts, lang)
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ at }) => at);

describe('BM25', () => {
  test('gives a word that half of equally long texts have the logarithm of two, and no score to the others', () => {
    expect(scores('anchor', ['anchor rope', 'canvas sail'])).toEqual([expect.closeTo(Math.LN2, 10), 0]);
  });

  test('with 1.2 and .75: the second occurrence counts less than the first, and a long text less than a short one', () => {
    const weight = Math.log(1 + 1.5 / 2.5);
    const short = 1.2 * (0.25 + (0.75 * 2) / 4);
    const long = 1.2 * (0.25 + (0.75 * 8) / 4);
    expect(scores('anchor', ['anchor anchor', 'anchor b c d e f g h', 'rope chain'])).toEqual([
      expect.closeTo((weight * 2 * 2.2) / (2 + short), 10),
      expect.closeTo((weight * 2.2) / (1 + long), 10),
      0,
    ]);
  });

  test('gives rare words more weight than frequent ones', () => {
    expect(order('boat keel', ['boat mast', 'keel rudder', 'boat oar', 'boat rope'])[0]).toBe(1);
  });

  test('counts a word of the question once, in whatever forms it is asked for', () => {
    expect(scores('sail sails sailing', ['sail', 'oar'])).toEqual(scores('sail', ['sail', 'oar']));
  });

  test('finds nothing without words, or without texts', () => {
    expect(scores('', ['a boat'])).toEqual([0]);
    expect(scores('?!', ['?!', ''])).toEqual([0, 0]);
    expect(scores('boat', [])).toEqual([]);
  });
});

test.each([
  ['en', 'swarming colonies', 'The colony will swarm.'],
  ['en-GB', 'swarms', 'They are swarming.'],
  ['de-AT', 'Kündigungen', 'Er muss die Wohnung kündigen.'],
  ['fr', 'chevaux', 'Un cheval blanc.'],
  ['ru', 'собирали грибы', 'Сбор грибов в лесу.'],
  ['es', 'canciones', 'Una canción triste.'],
  ['nb', 'båtene', 'En båt på fjorden.'],
  ['pt_BR', 'cantavam', 'Ela quer cantar.'],
])('forms of a word are the same word in %s', (lang, question, text) => {
  expect(order(question, ['1 2 3', text], lang)).toEqual([1]);
});

test.each('ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr uk'.split(' '))(
  'there are a stemmer and stop words for %s',
  (code) => {
    const language = languageFor(code);
    expect(language?.stem('abc')).toEqual(expect.any(String));
    expect(language?.stopWords.size).toBeGreaterThan(10);
  },
);

test('in a language that has no stemmer, words are compared as they are', () => {
  expect(order('kettő', ['egy', 'kettő'], 'xx')).toEqual([1]);
});

describe('stop words', () => {
  test('do not decide', () => {
    const chatter = 'What is it that you do with this, and how is it that they do it with that?';
    expect(order('what is it that they do with a keel', [chatter, 'A keel steadies a boat.'])).toEqual([1]);
  });

  test('do not make a text longer', () => {
    const [plain, wordy] = scores('keel', ['keel boat', 'the keel of the boat is under it']);
    expect(wordy).toBeCloseTo(plain ?? 0, 10);
  });

  test('count where a question has no other words', () => {
    expect(order('who is who', ['boats', 'Who is who in the harbour'])).toEqual([1]);
  });
});

describe('scripts without spaces', () => {
  test.each([
    ['Japanese', '商店街', '駅前の商店街に立つ大時計'],
    ['Japanese, one ideograph', '雨', '明日は雨が降る見込みです'],
    ['Chinese', '退票手续费', '八天以上退票不收手续费'],
    ['Korean, with endings', '학교', '나는 학교에서 공부한다'],
    ['Thai', 'ตลาดน้ำ', 'พ่อค้าที่ตลาดน้ำขายผลไม้'],
    ['Japanese after Latin letters', '入門', 'Node入門講座'],
    ['characters of two units', '\u{20bb7}野', '昨日\u{20bb7}野家で食べた'],
  ])('are searched by pairs of characters: %s', (_script, question, text) => {
    expect(order(question, ['something else', text], '')).toEqual([1]);
  });

  test('are cut into pairs and ideographs', () => {
    expect([...wordsOf('雨が降る')]).toEqual(['雨', '雨が', 'が降', '降', '降る']);
  });
});

test('accents, case and width of letters do not matter', () => {
  expect(order('CAFE ｃｒｅｍｅ', ['thé', 'Café crème'], 'fr')).toEqual([1]);
  expect(order('елка', ['дуб', 'Ёлка'], 'ru')).toEqual([1]);
});

test('texts in different languages are ranked together, each by the rules of its own', () => {
  const texts = [
    { text: 'Der Verlag sucht Lektoren.', lang: 'de' },
    { text: 'Hotels in Hamburg: das Hotel am Hafen.', lang: 'de' },
    { text: 'The hotels of Hamburg.', lang: 'en' },
    { text: 'Die casting of metal.', lang: 'en' },
  ];
  const [publisher, german, english, casting] = bm25('hotel Hamburg die', texts);
  expect(publisher).toBe(0);
  expect(german).toBeGreaterThan(0);
  expect(english).toBeGreaterThan(0);
  // A stop word in German, a word in English.
  expect(casting).toBeGreaterThan(0);
});

test.each([
  ['en', 'It was the best of times, it was the worst of times.'],
  ['de', 'Es war einmal ein König, der hatte eine Tochter.'],
  ['fr', 'Il était une fois une petite fille qui vivait dans la forêt.'],
  ['ru', 'Все счастливые семьи похожи друг на друга, но что он сказал ей об этой, мы ещё не знаем.'],
  ['', '吾輩は猫である。'],
  ['', ''],
])('the language %s is told from its stop words', (code, text) => {
  expect(likelyLanguage(text)).toBe(code);
});
