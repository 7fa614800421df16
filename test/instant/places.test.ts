import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countryNamed, findPlace } from '../../lib/answers/reading/places/gazetteer.ts';

describe('a name means the place that most people mean:', () => {
  test.each([
    ['Kingston', 'Kingston, Jamaica', 'America/Jamaica'],
    ['paris', 'Paris, France', 'Europe/Paris'],
    ['paris texas', 'Paris, Texas, United States', 'America/Chicago'],
    ['london ontario', 'London, Ontario, Canada', 'America/Toronto'],
    ['springfield illinois', 'Springfield, Illinois, United States', 'America/Chicago'],
    ['Portland, Maine', 'Portland, Maine, United States', 'America/New_York'],
    ['nyc', 'New York, United States', 'America/New_York'],
    ['wien', 'Vienna, Austria', 'Europe/Vienna'],
    ['londres', 'London, United Kingdom', 'Europe/London'],
    ['Granada', 'Granada, Spain', 'Europe/Madrid'],
    ['Vereinigtes Königreich', 'United Kingdom', 'Europe/London'],
    ['port saint lucie', 'Port Saint Lucie, Florida, United States', 'America/New_York'],
  ])('%s', (name, label, tz) => {
    expect(findPlace(name)).toMatchObject({ label, tz });
  });
});

describe('a name that is also a word', () => {
  test.each(['nice', 'reading', 'orange', 'bath', 'split'])('needs a preposition: %s', (name) => {
    expect(findPlace(name)).toBeNull();
    expect(findPlace(name, { said: true })?.kind).toBe('city');
  });

  test.each(['march', 'best', 'normal'])('needs its state or country if the word is far more common: %s', (name) => {
    expect(findPlace(name, { said: true })).toBeNull();
  });

  test('is a place with its state or country', () => {
    expect(findPlace('normal illinois')?.label).toBe('Normal, Illinois, United States');
  });

  test.each(['phoenix', 'buffalo', 'berlin', 'manila'])('stands alone if the place is better known: %s', (name) => {
    expect(findPlace(name)?.kind).toBe('city');
  });
});

test('countries have their names in seven languages', () => {
  const names = ['Germany', 'Deutschland', 'Allemagne', 'Alemania', 'Germania', 'Alemanha', 'Duitsland'];
  expect(names.map(countryNamed)).toEqual(names.map(() => 'DE'));
});

describe('the table', () => {
  const text = z.string().min(1);
  const point = [text, text, z.string().length(2), z.string(), z.coerce.number(), z.coerce.number()] as const;
  const place = [...point, z.coerce.number().int().min(0), text] as const;
  const tables = [
    ['places.tsv', z.tuple([...place, z.enum(['', 'in', 'region'])])],
    ['areas.tsv', z.tuple([...place, z.enum(['country', 'region']), text, text])],
  ] as const;
  test.each(tables)('%s is sorted by key, and all of its lines are complete', (file, row) => {
    const data = readFileSync(`lib/answers/reading/places/data/${file}`, 'utf8');
    expect(data.endsWith('\n')).toBe(true);
    const rows = data
      .slice(0, -1)
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const faulty = rows.filter((cells) => !row.safeParse(cells).success);
    expect(faulty).toEqual([]);
    const keys = rows.map(([key]) => Buffer.from(`${key}\t`));
    const unsorted = keys.filter((key, at) => at > 0 && key.compare(keys[at - 1] as Buffer) < 0);
    expect(unsorted.map(String)).toEqual([]);
  });
});
