import { DomElement, type DomNode, DomText, isElement, isText } from './dom.ts';
import { names } from './element-names.ts';
import { texOfMathml } from './mathml.ts';
import { nameWords } from './name-words.ts';

/** Elements that programs put around MathML and another form of the same formula. */
const WRAPPER = /(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/;
const IMAGE_WORDS = names('math latex tex');
const OPAQUE = names('pre code');
/** What MathJax reads as maths in a text, and how each ends. A single dollar sign is a price more often. */
const END: Record<string, string> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const MAX_CHARS = 2_000;

/** Code in the language `math`, which is how the content holds TeX: a block if it stands on a line of its own. */
export function mathElement(tex: string, isBlock: boolean): DomElement {
  const element = new DomElement(isBlock ? 'pre' : 'code');
  element.setAttribute('class', 'language-math');
  element.appendChild(new DomText(tex.replace(/^\s*\{\\(?:display|text)style\s+(.*)\}\s*$/s, '$1').trim()));
  return element;
}

/** Gives formulas one form, their TeX, and takes out their other forms. */
export function tidyMaths(body: DomElement) {
  const all = body.getElementsByTagName('*');
  const isScripted = all.some((element) => OPAQUE.has(element.localName) && element.className === 'language-math');
  for (const element of all) {
    if (element.parentNode === null) continue;
    // What MathJax 2 shows stands beside the script with its source.
    if (isScripted && /^MathJax/.test(element.className) && element.localName !== 'mjx-container') element.remove();
    else if (element.localName === 'math' || element.localName === 'mjx-container') replaceFormula(element);
    else if (element.localName === 'img') replaceImage(element);
  }
  replaceMarked(body);
}

function replaceFormula(formula: DomElement) {
  const math = formula.localName === 'math' ? formula : (formula.getElementsByTagName('math')[0] ?? formula);
  const annotation = math
    .getElementsByTagName('annotation')
    .find((element) => /tex/i.test(element.getAttribute('encoding') ?? ''))?.textContent;
  const noted = [math, ...math.getElementsByTagName('*')].map(
    (element) => element.getAttribute('alttext') ?? element.getAttribute('data-latex'),
  );
  const tex = annotation ?? noted.find(Boolean) ?? texOfMathml(math);
  let outer = formula;
  let isBlock = math.getAttribute('display') === 'block' || formula.getAttribute('display') === 'true';
  for (let at = formula.parentNode, steps = 0; at !== null && steps < 4; at = at.parentNode, steps++) {
    if (!WRAPPER.test(at.className)) continue;
    outer = at;
    isBlock ||= /katex-display/.test(at.className);
  }
  if (/\S/.test(tex)) outer.parentNode?.replaceChild(mathElement(tex, isBlock), outer);
  detach(outer);
}

/** So that its parts, which are still to come, have no place. */
function detach(element: DomElement) {
  for (const part of element.getElementsByTagName('*')) part.remove();
}

/** A picture of a formula, with its TeX as the text for those who cannot see it. */
function replaceImage(image: DomElement) {
  const words = nameWords(image.className);
  const alt = image.getAttribute('alt') ?? '';
  if (/\S/.test(alt) && words.some((word) => IMAGE_WORDS.has(word)))
    image.parentNode?.replaceChild(mathElement(alt, words.includes('display')), image);
}

function replaceMarked(parent: DomElement) {
  for (const child of [...parent.childNodes]) {
    if (isElement(child) && !OPAQUE.has(child.localName)) replaceMarked(child);
    else if (isText(child) && /\\[([]|\$\$/.test(child.textContent)) {
      for (const part of formulasIn(child.textContent)) parent.insertBefore(part, child);
      child.remove();
    }
  }
}

function formulasIn(text: string): DomNode[] {
  const parts: DomNode[] = [];
  let at = 0;
  const ends = new Map<string, number>();
  for (const { 0: mark, index } of text.matchAll(/\\[([]|\$\$/g)) {
    const end = END[mark] ?? '';
    const from = index + mark.length;
    // Each end is looked for once, however many marks stand before it.
    const known = ends.get(mark) ?? 0;
    const to = known !== -1 && known < from ? text.indexOf(end, from) : known;
    ends.set(mark, to);
    if (index < at || to - from < 1 || to - from > MAX_CHARS) continue;
    parts.push(new DomText(text.slice(at, index)), mathElement(text.slice(from, to), mark !== '\\('));
    at = to + end.length;
  }
  return [...parts, new DomText(text.slice(at))];
}
