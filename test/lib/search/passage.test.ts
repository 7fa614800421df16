import { describe, expect, it } from 'vitest';
import { passageFor } from '../../../lib/search/passage.ts';

describe('the passage that is nearest to a query', () => {
  it('is the first with the most of its words, from the start of a sentence', () => {
    const text =
      'Dogs bark at the moon and at each other. Cats sleep through most of the day. Cats eat fish in the night.';
    expect(passageFor('cats fish', text)).toBe('Cats sleep through most of the day. Cats eat fish in the night.');
    expect(passageFor('birds', text)).toBe(text);
    expect(passageFor('', text)).toBe(text);
  });

  it('has at most 300 characters, and no part of a word', () => {
    const long = passageFor('cat', `Cat ${'another word '.repeat(100)}`);
    expect(long.length).toBeLessThanOrEqual(300);
    expect(long).toMatch(/ (another|word) …$/);
    const many = passageFor('cat', 'A cat sleeps on the warm roof. '.repeat(50));
    expect(many.length).toBeLessThanOrEqual(300);
    expect(many).toMatch(/roof\.$/);
    expect(passageFor('猫', '猫は屋根で寝ています。'.repeat(60)).length).toBeLessThanOrEqual(300);
  });

  it('is empty for data, nothing and anything but text', () => {
    for (const text of ["{'location': {'name': 'x'}}", '[{"a": 1}]', '["a"]', '', ' \n ', undefined, 7, {}]) {
      expect(passageFor('location', text)).toBe('');
    }
  });

  it('is a sentence, not a menu that has the words too', () => {
    const menu = 'Home News Climate change Sport Weather Shop Contact About us Log in';
    const links =
      '* [Climate](https://x.example/c) * [Change](https://x.example/d) * [What is climate change?](https://x.example/e)';
    const text = 'The climate of the earth becomes warmer every year.';
    for (const before of [menu, links, `${menu} `.repeat(8)]) {
      expect(passageFor('climate change', `${before}\n\n${text}`)).toBe(text);
    }
    expect(passageFor('climate change', menu)).toBe(menu);
  });

  it('has no markdown', () => {
    expect(
      passageFor('cat', '> **The cat** is a _small_ `carnivore` of [many](https://x.example/) homes ![x](y)'),
    ).toBe('The cat is a small carnivore of many homes');
    expect(passageFor('a', 'snake_case and 2 * 3 stay as they are, and so does C# in a text')).toBe(
      'snake_case and 2 * 3 stay as they are, and so does C# in a text',
    );
  });

  it('is found in linear time', () => {
    for (const part of ['[', '[]()', '[](', '![', '*', '| ', '# ', '_ ', '. ']) passageFor('cat', part.repeat(20_000));
  });
});
