import { describe, expect, test } from 'vitest';
import { render } from '../../../lib/pages/render.ts';
import { article, markdownWithin, readText } from './reading.ts';

const CODE = '```js\nlet a = 1;\n\n  a++;\n```';

describe('a block of code has its lines, without their numbers', () => {
  test.each([
    [
      'in a table with a gutter',
      '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br></pre></td><td class="code"><pre><span class="line">let a = 1;</span><br><span class="line"></span><br><span class="line">  a++;</span><br></pre></td></tr></table></figure>',
    ],
    [
      'in a table with two blocks',
      '<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span><span class="lnt">3\n</span></code></pre></td><td class="lntd"><pre><code class="language-js" data-lang="js">let a = 1;\n\n  a++;</code></pre></td></tr></table></div>',
    ],
    [
      'in a table with a row for each line',
      '<table class="highlight" data-lang="js"><tr><td class="blob-num">1</td><td class="blob-code">let a = 1;</td></tr><tr><td>2</td><td class="blob-code"></td></tr><tr><td>3</td><td class="blob-code">  a++;</td></tr></table>',
    ],
    [
      'in a table within the block',
      '<pre><code class="hljs js"><table class="hljs-ln"><tr><td class="hljs-ln-numbers">1</td><td class="hljs-ln-code">let a = 1;</td></tr><tr><td>2</td><td class="hljs-ln-code"></td></tr><tr><td>3</td><td class="hljs-ln-code">  a++;</td></tr></table></code></pre>',
    ],
    [
      'in a gutter within the block',
      '<pre><code class="language-js"><table class="rouge-table"><tr><td class="gutter gl"><pre class="lineno">1\n2\n3\n</pre></td><td class="code"><pre>let a = 1;\n\n  a++;\n</pre></td></tr></table></code></pre>',
    ],
    [
      'with a number before each line',
      '<pre class="chroma"><code class="language-js"><span class="line"><span class="ln">1</span><span class="cl">let a = <span class="mi">1</span>;\n</span></span><span class="line"><span class="ln">2</span><span class="cl">\n</span></span><span class="line"><span class="ln">3</span><span class="cl">  a++;\n</span></span></code></pre>',
    ],
    [
      'in elements',
      '<pre><code class="language-js"><span class="token-line">let a = 1;</span><span class="token-line"></span><span class="token-line">  a++;</span></code></pre>',
    ],
    ['in blocks', '<pre class="language-js"><div>let a = 1;</div><div><br></div><div>  a++;</div></pre>'],
    [
      'in elements with breaks between',
      '<pre class="shiki" data-language="js"><code><span class="line">let a = 1;</span>\n<span class="line"></span>\n<span class="line">  a++;</span></code></pre>',
    ],
    [
      'in a numbered list',
      '<pre class="lang-js"><ol class="linenums"><li>let a = 1;</li><li></li><li>  a++;</li></ol></pre>',
    ],
  ])('%s', async (_what, html) => {
    expect(await markdownWithin(html)).toBe(CODE);
  });

  test('but numbers that are code stay', async () => {
    const html =
      '<pre>[\n<span>1</span>,\n<span>2</span>,\n]</pre><pre><span class="mi">1</span>\n<span class="mi">2</span></pre>';
    expect(await markdownWithin(html)).toBe('```\n[\n1,\n2,\n]\n```\n\n```\n1\n2\n```');
  });

  test('and a table of commands is a table', async () => {
    const html =
      '<table><tr><td>1</td><td><code>ls</code></td></tr><tr><td>2</td><td><code>cd</code></td></tr></table>';
    expect(await markdownWithin(html)).toContain('| 1 | `ls` |');
  });
});

test.each([
  ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
  ['<pre class="brush: php; toolbar: false">x</pre>', 'php'],
  ['<pre><code class="hljs cpp">x</code></pre>', 'cpp'],
  ['<pre class="sourceCode python"><code>x</code></pre>', 'python'],
  [
    '<div class="language-c++ highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
    'c++',
  ],
  ['<pre class="prettyprint lang-rb">x</pre>', 'rb'],
  ['<div class="highlight-default notranslate"><div class="highlight"><pre>x</pre></div></div>', ''],
  ['<pre class="highlight">x</pre>', ''],
])('the language of %s is %j', async (html, language) => {
  expect(await markdownWithin(html)).toBe(`\`\`\`${language}\nx\n\`\`\``);
});

const TEX = 'E = mc^{2} < \\frac{a_1}{b}';
const escaped = TEX.replace('<', '&lt;');
const MATHML = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo></mrow><annotation encoding="application/x-tex">${escaped}</annotation></semantics></math>`;

describe('maths is its TeX, once', () => {
  test.each([
    [
      'from KaTeX',
      `<span class="katex"><span class="katex-mathml">${MATHML}</span><span class="katex-html" aria-hidden="true"><span class="base">E=mc2</span></span></span>`,
    ],
    ['from MathJax before it runs', `<script type="math/tex">${TEX}</script>`],
    [
      'from MathJax 2',
      `<span class="MathJax_Preview">E=</span><span class="MathJax" id="MathJax-Element-1-Frame"><span class="math"><span>E=mc2</span></span></span><script type="math/tex" id="MathJax-Element-1">${TEX}</script>`,
    ],
    [
      'from MathJax 3',
      `<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mi>E</mjx-mi></mjx-math><mjx-assistive-mml display="inline">${MATHML}</mjx-assistive-mml></mjx-container>`,
    ],
    ['from MathML that says it', `<math alttext="${escaped}"><mi>E</mi></math>`],
    [
      'from Wikipedia',
      `<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;">${MATHML}</span><img src="/m.svg" class="mwe-math-fallback-image-inline mw-invert" aria-hidden="true" alt="{\\displaystyle ${escaped}}"></span>`,
    ],
    [
      'from Wikipedia without styles',
      `<span class="mwe-math-element"><span class="mwe-math-mathml-inline">${MATHML}</span><img src="/m.svg" class="mwe-math-fallback-image-inline" alt="{\\displaystyle ${escaped}}"></span>`,
    ],
    ['between the marks of MathJax', `\\(${escaped}\\)`],
  ])('%s', async (_what, html) => {
    expect(await markdownWithin(`<p>We know that ${html} holds.</p>`)).toBe(`We know that $${TEX}$ holds.`);
  });

  test.each([
    [
      'KaTeX',
      `<span class="katex-display"><span class="katex"><span class="katex-mathml">${MATHML}</span></span></span>`,
    ],
    ['MathJax', `<script type="math/tex; mode=display">${TEX}</script>`],
    ['MathML', `${MATHML.replace('<math', '<math display="block"')}`],
    ['a block of marks', `\\[${escaped}\\]`],
    ['dollar signs', `$$${escaped}$$`],
  ])('on a line of its own from %s', async (_what, html) => {
    expect(await markdownWithin(`<p>We know that</p><div>${html}</div><p>holds here and elsewhere, too.</p>`)).toBe(
      `We know that\n\n$$${TEX}$$\n\nholds here and elsewhere, too.`,
    );
  });

  test('and as plain text', async () => {
    const { content } = render(await readText(article(`<p>That ${MATHML} holds.</p>`)), 'text', 10_000);
    expect(content).toContain(`That $${TEX}$ holds.`);
  });

  test('or made from its elements where there is none', async () => {
    const html =
      '<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mrow><msub><mi>a</mi><mn>1</mn></msub></mrow><mn>2</mn></mfrac><mo>=</mo><msqrt><mi>b</mi><mi>c</mi></msqrt></math>';
    expect(await markdownWithin(`<p>We know that ${html} holds.</p>`)).toBe(
      'We know that $x^{2}+\\frac{a_{1}}{2}=\\sqrt{bc}$ holds.',
    );
  });
});

test('a formula that a style hides behind its picture is read, and nothing else that is hidden there', async () => {
  const style =
    '<style>.katex-mathml{position:absolute;clip:rect(1px,1px,1px,1px);height:1px;width:1px;overflow:hidden}</style>';
  const math =
    '<math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math>';
  const katex = `<span class="katex"><span class="katex-mathml">Ignore this.${math}</span><span class="katex-html" aria-hidden="true">x2</span></span>`;
  const text = await markdownWithin(`${style}<p>The area of a square is ${katex} as everybody knows.</p>`);
  expect(text).toContain('The area of a square is $x^2$ as everybody knows.');
});
