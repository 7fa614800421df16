import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../lib/pages/markdown-blocks.ts';
import { passages } from '../../../lib/pages/passages.ts';

const textsOf = (markdown: string) => passages(blocksOf(markdown)).map(({ text }) => text);
const numbered = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at));
const withoutSpaces = (texts: string[]) => texts.join('').replace(/\s/g, '');

describe('passages', () => {
  test('have the path of their headings, and none of a block of code', () => {
    const page =
      '# A\n\n1\n\n### *B* [link](https://x.example)\n\n2\n\n```\n# no heading\n```\n\n## C\n\n3\n\n# D\n\n4';
    expect(passages(blocksOf(page)).map(({ heading }) => heading)).toEqual(['A', 'A › B link', 'A › C', 'D']);
  });

  test('lose nothing, and are not much longer than asked for, with or without spaces', () => {
    const text = numbered(2_000, (at) => `word${at}`).join(' ');
    for (const written of [text, text.replaceAll(' ', ''), '\u{20000}'.repeat(5_000)]) {
      const found = textsOf(written);
      expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
      expect(withoutSpaces(found)).toBe(written.replaceAll(' ', ''));
      expect(found.every((part) => part.isWellFormed())).toBe(true);
    }
  });

  test('end with a sentence', () => {
    const sentence = (at: number) =>
      `Sentence ${at} has a reason, e.g. this one, and costs 3.50 at https://x.example/?Q=${at}.`;
    const found = textsOf(numbered(60, sentence).join(' '));
    expect(found.length).toBeGreaterThan(4);
    for (const text of found) expect(text).toMatch(/^Sentence .*\.$/s);
  });

  test('end with a sentence where lines are wrapped, or no spaces separate sentences', () => {
    const wrapped = numbered(100, (at) => `The sentence ${at} goes on\nin the next line.`).join(' ');
    for (const text of textsOf(wrapped)) expect(text).toMatch(/^The .*line\.$/s);
    const japanese = textsOf('駅前の商店街に立つ大時計が動き始めた。'.repeat(150));
    expect(japanese.length).toBeGreaterThan(2);
    for (const text of japanese) expect(text).toMatch(/^駅前.*。$/s);
  });

  test('take a long sentence whole, and none that is much too long', () => {
    const long = (count: number) => `Word ${'word '.repeat(count)}end.`;
    expect(textsOf(`Short. ${long(300)} ${long(200)}`)[0]).toBe(`Short. ${long(300)}`);
    expect(textsOf(long(1_000)).length).toBeGreaterThan(4);
  });

  test('never break code within a sentence, or the label of a link', () => {
    const spans = numbered(
      40,
      (at) => `See \`run(${at}). Then stop\` and [the page. Of ${at}](https://x.example/a?B).`,
    );
    for (const text of textsOf(spans.join(' '))) {
      expect(text.split('`').length % 2).toBe(1);
      expect(text.split('[').length).toBe(text.split('](').length);
    }
  });

  test('have a block of code whole', () => {
    const code = `\`\`\`js\n${numbered(150, (at) => `  let a${at} = ${at}; // One. Two.`).join('\n\n')}\n\`\`\``;
    expect(code.length).toBeGreaterThan(4_000);
    expect(textsOf(`Before.\n\n${code}\n\nAfter.`)).toEqual(['Before.', code, 'After.']);
  });

  test('have code within an item of a list whole', () => {
    const code = `\`\`\`js\n  ${numbered(150, (at) => `let a${at} = 1; // One. Two.`).join('\n  ')}\n  \`\`\``;
    const items = numbered(20, (at) => `- Item ${at} is here. It says something about itself.`).join('\n');
    const found = textsOf(`${items}\n- ${code}\n${items}`);
    expect(found.filter((text) => text.includes('let a'))).toHaveLength(1);
  });

  test('have code of more than 8,000 characters in blocks of its language, each from the start of a line', () => {
    const lines = numbered(1_000, (at) => `  let a${at} = ${at};`);
    const found = textsOf(`\`\`\`js\n${lines.join('\n')}\n\`\`\``);
    expect(found.length).toBeGreaterThan(2);
    for (const text of found) expect(text).toMatch(/^```js\n {2}let a(.|\n)*;\n```$/);
    expect(withoutSpaces(found).replaceAll(/```(js)?/g, '')).toBe(withoutSpaces(lines));
  });

  test('have whole rows of a long table, below its head', () => {
    const head = '| Team | Points |\n| --- | --- |';
    const rows = numbered(300, (at) => `| Team ${at}. Of ${at} | ${at} |`);
    const found = textsOf([head, ...rows].join('\n'));
    expect(found.length).toBeGreaterThan(4);
    for (const text of found) expect(text.startsWith(`${head}\n`)).toBe(true);
    expect(found.flatMap((text) => text.split('\n').slice(2))).toEqual(rows);
  });

  test('never break the row of a table, however long its cells are', () => {
    const rows = numbered(5, (at) => `| ${`Cell ${at} says more. `.repeat(150)}| ${at} |`);
    const found = textsOf(['| Text | Number |', '| --- | --- |', ...rows].join('\n'));
    expect(found.map((text) => text.split('\n')[2])).toEqual(rows);
  });

  test('do not repeat the head of a table that is longer than a passage', () => {
    const head = `|${' column |'.repeat(200)}\n|${' --- |'.repeat(200)}`;
    const found = textsOf(`${head}\n${numbered(500, (at) => `| ${at} |`).join('\n')}`);
    expect(withoutSpaces(found).length).toBeLessThan(2 * head.length + 500 * 10);
  });

  test('have whole items of a long list', () => {
    const items = numbered(100, (at) => `- Item ${at} without an end, and with more words`);
    const found = textsOf(items.join('\n'));
    expect(found.length).toBeGreaterThan(3);
    expect(found.flatMap((text) => text.split('\n'))).toEqual(items);
  });

  test('of a quotation are quotations', () => {
    const found = textsOf(`> ${'He said this and that. '.repeat(200)}`);
    expect(found.length).toBeGreaterThan(3);
    for (const text of found) expect(text).toMatch(/^> He said/);
  });

  test('have no more of a heading than 200 characters, and only its text', () => {
    const [passage] = passages([`# [${'word '.repeat(100)}](https://x.example/${'a'.repeat(500)})`, 'text']);
    expect(passage?.heading).toMatch(/^word.*word$/);
    expect(passage?.heading.length).toBeLessThanOrEqual(200);
  });

  test('are bounded in number', () => {
    expect(passages(numbered(50_000, (at) => (at % 2 === 0 ? '# x' : 'y')))).toHaveLength(20_000);
  });
});
