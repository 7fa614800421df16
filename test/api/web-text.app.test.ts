import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';
import { found } from './web-response.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const search = (params: string, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`/api/v1/web/?${params}`, options);
const find = (params: string, web = 0) => found(app, params, web);

describe('an upstream’s text', () => {
  const everyString = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values((value ?? {}) as object).flatMap(everyString);

  test('loses its markup and keeps its meaning', async () => {
    await cannedAnswers.brave(app, [
      {
        url: 'https://a.example/',
        title: '<strong>Tom</strong> &amp; Jerry&#x27;s <a href="x">cartoon</a>',
        description: '1 &lt; 2 &amp;amp; 3 > 2,\n\n  a < b\t<br/>and&nbsp;so on<!-- no -->',
      },
    ]);
    const { results } = await find('q=markup&engine=engine_a');
    expect(results[0]?.title).toBe("Tom & Jerry's cartoon");
    expect(results[0]?.description).toBe('1 < 2 &amp; 3 > 2, a < b and so on');
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a tag in a tag', '<img src=x <b>onerror=alert(1)>'],
    ['a comment around a tag', '<!-- <b> --><svg onload=alert(1)>'],
    ['tags that come together when others go', '<<b>script>alert(1)<</b>/script>'],
    ['control characters', 'a\u0000b\u0007c\u001b[31md\u009be'],
  ])('is cleaned of %s', async (_, text) => {
    const url = 'https://a.example/path';
    await cannedAnswers.brave(
      app,
      [{ url, title: text, description: `x ${text} y`, age: text, deep_results: { buttons: [{ title: text, url }] } }],
      {
        altered: text,
      },
    );
    await cannedAnswers.mojeek(app, [{ url: 'https://b.example/', title: `${text} title`, desc: text }]);
    const reply = await find('q=hostile');
    expect(reply.results).toHaveLength(2);
    for (const field of everyString(reply.body)) {
      expect(field).not.toMatch(/<[a-z/!][^>]*>/i);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
      expect(field).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }
  });

  test.each([
    ['markup', 'https://a.example/%3Cimg%20src=x%20onerror=alert(1)%3E'],
    ['control characters', 'https://a.example/x%00y%0Az%1B[31m'],
    ['a line break as it is', 'https://a.example/x\ny\tz'],
    ['spaces around it', '  https://a.example/x  '],
    ['half a character at the cut', `https://a.example/${'x'.repeat(81)}${encodeURIComponent('🦊'.repeat(150))}`],
  ])('is clean in every field when a URL has %s', async (_, url) => {
    await cannedAnswers.brave(app, [{ url, title: 'x', deep_results: { buttons: [{ title: 'x', url }] } }]);
    const reply = await search('q=address&engine=engine_a');
    expect(reply.status).toBe(200);
    for (const field of everyString(reply.body)) {
      expect(field).not.toMatch(/<[a-z/!][^>]*>/i);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
      expect(field).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      expect(field).toBe(field.trim());
      expect(field.isWellFormed()).toBe(true);
    }
  });

  test('is dropped where it should be a web URL and is not', async () => {
    const addresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://a.example/',
      '//a.example/',
      '/a',
      '',
      5,
      null,
      ['https://b.example/'],
      { url: 'x' },
    ];
    await cannedAnswers.brave(app, [
      ...addresses.map((url) => ({ url, title: 'bad' })),
      {},
      {
        url: 'https://good.example/',
        title: 'good',
        meta_url: { favicon: 'javascript:alert(1)' },
        deep_results: {
          buttons: [
            { title: 'bad', url: 'javascript:alert(1)' },
            { title: 'good', url: 'https://good.example/more' },
          ],
        },
      },
    ]);
    const { results } = await find('q=addresses&engine=engine_a');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      url: 'https://good.example/',
      favicon_url: 'https://good.example/favicon.ico',
      sitelinks: [{ title: 'good', url: 'https://good.example/more' }],
    });
  });

  test('can have any type and any length without harm', async () => {
    const odd = [5, true, null, ['a'], { b: 'c' }, 'x'.repeat(100_000)];
    await cannedAnswers.brave(
      app,
      odd.map((value, i) => ({
        url: `https://${i}.example/`,
        title: value,
        description: value,
        age: value,
        page_age: value,
        meta_url: value,
        profile: value,
        deep_results: value,
        ['__proto__']: value,
      })),
      { altered: 7 },
    );
    const reply = await find('q=odd&engine=engine_a');
    expect(reply.results).toHaveLength(odd.length);
    expect(reply.body.correction).toBe('');
    for (const field of everyString(reply.body)) expect(field.length).toBeLessThan(5_000);
  });
});
