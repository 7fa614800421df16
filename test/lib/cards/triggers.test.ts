import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMeantPlace, isPlainName, isProgrammingQuestion, likeness } from '../../../lib/cards/triggers.ts';
import { type Place, placesFrom } from '../../../lib/maps/place.ts';
import { runs } from '../../harness/fuzz.ts';

describe('a plain name', () => {
  it.each([
    'Paris',
    'New York',
    'São Paulo',
    'Springfield, Illinois',
    "Coeur d'Alene",
    'St. John’s',
    'Stratford-upon-Avon',
    'Como',
    'Lago di Como',
    'Eiffel Tower',
    '東京',
    'Москва',
    'Frankfurt am Main',
    'Area 51',
  ])('is %s', (q) => {
    expect(isPlainName(q)).toBe(true);
  });

  it.each([
    '',
    '   ',
    '12345',
    '10 + 5',
    'weather berlin',
    'Berlin weather?',
    'hotels in "Berlin"',
    'how big is Berlin',
    'Where is Paris',
    'best pizza naples',
    'paris vs london',
    'time in tokyo',
    'site:example.org paris',
    'paris -hilton',
    'a@b.example',
    'cómo llegar a Madrid',
    'qué es Madrid',
    'warum ist Berlin arm',
    'a very long sentence that names no place',
    '<b>Paris</b>',
    '😀',
  ])('is not %j', (q) => {
    expect(isPlainName(q)).toBe(false);
  });
});

describe('matching a place to a name:', () => {
  const place = (name: string, where: string, importance: number): Place => {
    const raw = { name, displayName: `${name}, ${where}`, importance, lat: 1, lon: 1 };
    const [only] = placesFrom([{ ...raw, category: 'place', type: 'city', addresstype: 'city' }]).places;
    if (!only) throw new Error('no place');
    return only;
  };

  it.each([
    ['Paris', place('Paris', 'Île-de-France, France', 0.88)],
    ['Wien', place('Vienna', 'Austria', 0.75)],
    ['bologna', place('Bologna', 'Emilia-Romagna, Italy', 0.55)],
    ['Cordoba', place('Córdoba', 'Andalusia, Spain', 0.5)],
    ['Springfield, Illinois', place('Springfield', 'Sangamon County, Illinois, United States', 0.3)],
    ['Tiny Hamlet France', place('Tiny Hamlet', 'France', 0.05)],
  ])('%s matches the place', (q, found) => {
    expect(isMeantPlace(found, q)).toBe(true);
  });

  it.each([
    ['Springfield', place('Springfield', 'Sangamon County, Illinois, United States', 0.3)],
    ['apple pie', place('Apple', 'Oklahoma, United States', 0.5)],
    ['pizza', place('Pizza Plaza', 'Iowa, United States', 0.45)],
    ['Paris Hilton', place('Paris', 'Texas, United States', 0.5)],
    ['Bologna', place('', 'Italy', 0.55)],
    ['Nice weather', place('Nice', 'France', 0.55)],
  ])('%s does not match the place', (q, found) => {
    expect(isMeantPlace(found, q)).toBe(false);
  });
});

describe('a programming question', () => {
  it.each([
    'how to exit vim',
    'git undo last commit',
    'python list comprehension example',
    'how to read a file in python',
    'sort a map by value in java',
    'what is a closure in rust',
    'javascript undefined is not a function',
    'why does my css grid overflow?',
    'c++ pointer to member',
    'C# async await deadlock',
    'docker compose volume permissions',
    'node.js read json file',
    'sql join three tables',
    'how to convert string to integer',
    'spring boot rest api error',
    'excel vba loop over rows',
    'asp.net core cors policy',
    'NullPointerException when parsing json',
    'regex to match an e-mail address',
    'pandas merge on index',
  ])('is "%s"', (q) => {
    expect(isProgrammingQuestion(q)).toBe(true);
  });

  it.each([
    '',
    'vim',
    'python',
    'git rebase',
    'node.js',
    'what is the capital of france',
    'grocery list for two people',
    'when does spring start',
    'rust removal from car',
    'python snake eating habits',
    'taylor swift tour dates 2026',
    'java coffee beans price',
    'ruby red grapefruit juice',
    'excel hotel london reviews',
    'pizza express near me',
    'why is the sky blue',
    'how to lose weight',
    'apache helicopter top speed',
    'best string quartet of all time',
    'android phone with best camera',
    'yarn for knitting socks',
    'vitamin c daily dose',
  ])('is not "%s"', (q) => {
    expect(isProgrammingQuestion(q)).toBe(false);
  });
});

describe('similarity', () => {
  it('is 1 for the same words, in any order, case and accent', () => {
    expect(likeness('Climate change', 'change CLIMATE')).toBe(1);
    expect(likeness('São Paulo', 'sao paulo')).toBe(1);
    expect(likeness('C++', 'c++')).toBe(1);
  });

  it('is 0 without a shared word, or without words', () => {
    expect(likeness('Climate change', 'weather')).toBe(0);
    expect(likeness('C++', 'C#')).toBe(0);
    for (const nothing of ['', '...', '😀']) expect(likeness(nothing, nothing)).toBe(0);
  });

  it('falls with every word that is not shared', () => {
    expect(likeness('Climate change', 'climat change')).toBe(0.5);
    expect(likeness('Albert Einstein', 'einstein')).toBeCloseTo(2 / 3);
    expect(likeness('Weather in Paris', 'climate change')).toBe(0);
    expect(likeness('Climate change', 'best pizza in a changing climate')).toBeLessThan(0.5);
  });

  it('is between 0 and 1, and symmetric', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (a, b) => {
        expect(likeness(a, b)).toBe(likeness(b, a));
        expect(likeness(a, b)).toBeGreaterThanOrEqual(0);
        expect(likeness(a, b)).toBeLessThanOrEqual(1);
        expect(likeness(a, a)).toBe(1);
      }),
      { numRuns: runs() },
    );
  });
});
