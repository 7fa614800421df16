import { describe, expect, test } from 'vitest';
import { render } from '../../../lib/pages/render.ts';
import { article, readText } from './reading.ts';

const ATTACKS: [what: string, html: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in a drawing', '<svg><script>alert(1)</script><a href="javascript:alert(1)">x</a></svg>'],
  ['a handler', '<img src="a.png" onerror="alert(1)"><p onclick="alert(1)">x</p>'],
  ['a javascript link', '<a href="javascript:alert(1)">x</a>'],
  [
    'a javascript link in disguise',
    '<a href=" &#106;ava&#x0A;script:alert(1)">x</a><a href="JaVaScRiPt&colon;alert(1)">y</a>',
  ],
  ['a vbscript link', '<a href="vbscript:alert(1)">x</a>'],
  ['a data link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
  ['a data image', '<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
  ['a frame', '<iframe src="https://evil.example/"></iframe><frame src="https://evil.example/">'],
  ['an object', '<object data="https://evil.example/x.swf"><embed src="https://evil.example/x.swf"></object>'],
  ['a form', '<form action="https://evil.example/"><input name="password"><button>Go</button></form>'],
  [
    'a style',
    '<style>body{background:url(https://evil.example/)}</style><p style="background:url(https://evil.example/)">x</p>',
  ],
  ['a base', '<base href="https://evil.example/">'],
  ['a meta refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
  ['a template', '<template><script>alert(1)</script></template>'],
  ['an unclosed quote', '<a href="/x" title="a"onmouseover="alert(1)">x</a>'],
  ['a quote in an attribute', '<img src="/a.png" alt="&quot; onerror=&quot;alert(1)">'],
  ['markup in text', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['markup in a noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  [
    'MathML',
    '<math><mtext><script>alert(1)</script></mtext><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  ],
  ['a language that is none', '<pre class="language-&quot;&gt;&lt;script&gt;">code</pre>'],
];

/** Every tag that may occur, with no attributes but these. */
const TAG =
  /^<\/?(?:a|abbr|b|blockquote|br|caption|cite|code|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|rp|rt|ruby|s|samp|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|tr|u|ul|var)(?: (?:href|src)="https?:\/\/[^"<>]*"| (?:id|title|alt|datetime)="[^"<>]*"| (?:colspan|rowspan|start)="[^"<>]*"| class="language-[\w+#.-]+")*>$/;

describe('nothing in the HTML can run, load or submit: ', () => {
  test.each(ATTACKS)('%s', async (_what, html) => {
    for (const whole of [false, true]) {
      const page = await readText(article(html), 'text/html', whole);
      for (const { content } of [render(page, 'html', 1_000_000), render(page, 'html', 900)]) {
        for (const [tag] of content.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(TAG);
      }
      const { content } = render(page, 'markdown', 1_000_000);
      expect(content).not.toMatch(/\]\((?!https?:)/);
      for (const { url } of [...page.links, ...page.images]) expect(url).toMatch(/^https?:\/\//);
    }
  });
});

test('links and images are absolute', async () => {
  const page = await readText(
    article(
      '<p>See <a href="../other">the other page</a>, which is about the same, and more.</p><img src="//cdn.example/a.png" alt="A picture">',
    ),
  );
  expect(page.links).toEqual([{ url: 'https://site.example/other', text: 'the other page' }]);
  expect(page.images).toEqual([{ url: 'https://cdn.example/a.png', alt: 'A picture' }]);
});

test('relative addresses are relative to the base that the page names', async () => {
  const page = await readText(
    article(
      '<p>See <a href="other">the other page</a>, which is about the same, and more.</p>',
      '<base href="/elsewhere/">',
    ),
  );
  expect(page.links).toEqual([{ url: 'https://site.example/elsewhere/other', text: 'the other page' }]);
});

test('images that are loaded late have their real address', async () => {
  const page = await readText(
    article(
      '<p>Text <img src="data:image/gif;base64,R0lGOD" data-src="/real.png" alt="x"></p><p>More <img srcset="/a.png 1x, /b.png 2x" alt="y"></p>',
    ),
  );
  expect(page.images).toEqual([
    { url: 'https://site.example/real.png', alt: 'x' },
    { url: 'https://site.example/a.png', alt: 'y' },
  ]);
});

test('the whole page has what surrounds its content', async () => {
  const html = `<nav><a href="/">Home</a></nav>${article('')}<footer>The end</footer>`;
  expect((await readText(html)).html).not.toMatch(/Home|The end/);
  expect((await readText(html, 'text/html', true)).html).toMatch(/Home.*The end/s);
});
