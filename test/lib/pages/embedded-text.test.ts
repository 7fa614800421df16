import { describe, expect, test } from 'vitest';
import { render } from '../../../lib/pages/render.ts';
import { article, readText } from './reading.ts';

const sentence = (subject: string) =>
  `${subject} was seen on the marsh at dawn, and those who had waited for it went home content.`;
const STORY = ['The rail', 'The heron', 'The bittern', 'The reed bunting'].map(sentence);
const MANY = Array.from({ length: 60 }, (_, at) => sentence(`Bird ${at}`));
const shell = (scripts: string) =>
  `<!doctype html><html lang="en"><head><title>Marsh news</title></head><body><div id="root">Loading…</div>${scripts}</body></html>`;
const data = (value: unknown, attributes = 'type="application/json"') =>
  `<script ${attributes}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
const ld = (value: unknown) => data(value, 'type="application/ld+json"');
const markdownOf = async (html: string) => render(await readText(html), 'markdown', 100_000).content;

describe('the text of an empty page comes from', () => {
  test.each([
    ['the body in JSON-LD', ld({ '@type': 'NewsArticle', headline: 'Marsh news', articleBody: STORY.join('\n\n') })],
    [
      'the body in JSON-LD, as HTML',
      ld({ '@type': 'NewsArticle', headline: 'Marsh news', articleBody: `<p>${STORY.join('</p><p>')}</p>` }),
    ],
    [
      'blocks in the data for its scripts',
      data(
        {
          props: {
            pageProps: {
              i18n: {
                save: 'Save',
                long: 'You have reached the limit of what can be stored here, and must remove some.',
              },
              post: { blocks: STORY.map((text) => ({ type: 'p', children: [{ text }] })) },
            },
          },
          buildId: 'x'.repeat(300),
        },
        'id="__NEXT_DATA__" type="application/json"',
      ),
    ],
    [
      'HTML in the data for its scripts',
      data({ props: { post: { html: `<p>${STORY.join('</p><p>')}</p><script>alert(1)</script>` } } }),
    ],
    [
      'data that a script sets',
      `<script>window.__STATE__ = ${JSON.stringify({ post: { text: STORY.join('\n\n') } })};</script>`,
    ],
    ['the copy for those without scripts', `<noscript><p>${STORY.join('</p><p>')}</p></noscript>`],
  ])('%s', async (_what, scripts) => {
    expect(await markdownOf(shell(scripts))).toBe(STORY.join('\n\n'));
  });
});

describe('the page’s own text stays', () => {
  test.each([
    ['if the data has no more of it', ld({ '@type': 'Article', articleBody: STORY[0] })],
    ['if the data is a program’s', `<script>${'function f(a){return a.b.c(d)+1};'.repeat(100)}</script>`],
    ['if the data is messages', data(Object.fromEntries(MANY.map((text, at) => [`message${at}`, text])))],
    ['if the data is of other pages', data({ others: MANY.map((text) => ({ text })) })],
    ['if the data is broken', `<script type="application/json">{"a": "${MANY.join(' ')}"</script>`],
    ['if the data is brackets', `<script type="application/json">${'['.repeat(900_000)}</script>`],
    [
      'if nothing closes what was begun',
      '<noscript>'.repeat(10_000) + '<script type="application/json">'.repeat(10_000),
    ],
  ])('%s', async (_what, scripts) => {
    expect(await markdownOf(article('<p>Own.</p>').replace('</body>', `${scripts}</body>`))).not.toContain(
      'marsh at dawn',
    );
  });
});

describe('a recipe', () => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Leek tart',
    recipeIngredient: ['3 leeks', '200 g flour', '2 eggs <b>'],
    recipeInstructions: [
      { '@type': 'HowToStep', text: 'Slice the leeks.' },
      { '@type': 'HowToSection', name: 'Tart', itemListElement: [{ '@type': 'HowToStep', text: 'Bake it all.' }] },
    ],
  };
  const added = '- 3 leeks\n- 200 g flour\n- 2 eggs \\<b>\n\n1. Slice the leeks.\n2. Bake it all.';

  test('has its ingredients and steps if its page shows none', async () => {
    expect(await markdownOf(article('<p>My aunt made it.</p>', `<title>Leek tart</title>${ld(recipe)}`))).toContain(
      added,
    );
  });

  test('has them once if its page shows them', async () => {
    const shown =
      '<ul><li>3 leeks</li><li>200 g flour</li><li>2 eggs</li></ul><ol><li>Slice the leeks.</li><li>Bake it all.</li></ol>';
    const markdown = await markdownOf(article(shown, `<title>Leek tart</title>${ld(recipe)}`));
    expect(markdown.match(/3 leeks|Bake it/g)).toEqual(['3 leeks', 'Bake it']);
  });
});
