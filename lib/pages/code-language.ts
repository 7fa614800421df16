import type { DomElement } from './dom.ts';

/** Classes that the name of a language follows: of highlight.js, Pandoc and SyntaxHighlighter. */
const BEFORE_LANGUAGE = /^(?:hljs|sourceCode|brush:)$/;
const PREFIXED = /^(?:language|lang|highlight(?:-source|-text)?)-(.+)$/i;
const NONE = /^(?:default|none|nohighlight)$/;

/** The language of a block of code, from where highlighters note it: at the block, in it, or around it. Else empty. */
export function codeLanguage(code: DomElement): string {
  const around = [code, code.parentNode, code.parentNode?.parentNode ?? null];
  const inner = code.localName === 'pre' ? code.firstElementChild : null;
  for (const element of [inner?.localName === 'code' ? inner : null, ...around]) {
    const language = element === null ? '' : notedLanguage(element);
    if (/^[\w+#.-]{1,30}$/.test(language) && !NONE.test(language)) return language.toLowerCase();
  }
  return '';
}

function notedLanguage(element: DomElement): string {
  const named = element.getAttribute('data-lang') ?? element.getAttribute('data-language');
  if (named !== null) return named;
  const classes = element.className.split(/[\s;]+/);
  const prefixed = classes.map((name) => PREFIXED.exec(name)?.[1]).find(Boolean);
  if (prefixed !== undefined) return prefixed;
  // Hexo writes it after `highlight`, at a figure.
  const isMark = (name: string) =>
    BEFORE_LANGUAGE.test(name) || (element.localName === 'figure' && name === 'highlight');
  const at = classes.findIndex(isMark);
  return at === -1 ? '' : (classes[at + 1] ?? '');
}
