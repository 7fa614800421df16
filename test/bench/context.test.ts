import { expect, it } from 'vitest';
import { frozenPages } from '../../bench/context/frozen-pages.ts';
import { hasAnswer, knownAnswers } from '../../bench/context/questions.ts';
import { readPage } from '../../lib/pages/read-page.ts';
import { render } from '../../lib/pages/render.ts';

it('has a hundred questions, each with its answer on its page as it is read', async () => {
  const pages = new Map(frozenPages().map((page) => [page.name, page]));
  const known = knownAnswers();
  const missing: string[] = [];
  for (const { page: name, answer, question } of known) {
    const page = pages.get(name);
    const read = page && (await readPage({ url: `http://127.0.0.1/${name}`, ...page }));
    const text = read ? render(read, 'markdown', Number.MAX_SAFE_INTEGER).content : '';
    if (!hasAnswer(text, answer)) missing.push(`${name}: ${question}`);
  }
  expect(missing).toEqual([]);
  expect(new Set(known.map(({ question }) => question)).size).toBe(100);
});
