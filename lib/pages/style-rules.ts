import { type Declared, declarationsIn, withoutComments } from './css-hiding.ts';

const MAX_CSS_CHARS = 300_000;
const MAX_RULES = 5_000;
/** Of one element. Programs that write classes write a dozen. */
const MAX_CLASSES = 30;
/** Rules for other media and other readers. */
const ELSEWHERE = /print|speech|prefers-|^@(?:keyframes|-\w+-keyframes|font-face|page|property|counter-style)/i;
/** Conditions that hold on every screen. */
const ALWAYS = /^@(?:layer|media\s+(?:only\s+)?(?:all|screen)\s*$)/i;
/** One element name, class or id, or a name and a class. */
const SIMPLE = /^(?:[a-z][a-z0-9]*)?(?:[.#](?:[\w-]|\\.|[^\0-\x7f])+)?$/i;
const NAMES = /[.#](?:[\w-]|\\.|[^\0-\x7f])+/g;
const COLORS = /^(?:color|background|background-color)$/;

/** What the rules of one name say. They are read when an element has the name: most pages use few of their rules. */
export class NamedStyle {
  #always = '';
  #atTimes = '';
  #read: { declared: Declared; atTimes: Declared } | null = null;

  add(css: string, isAlways: boolean): void {
    if (isAlways) this.#always += `${css};`;
    else this.#atTimes += `${css};`;
  }

  /** By rules that always hold, and by rules that hold at times, or for some of the elements. */
  read(): { declared: Declared; atTimes: Declared } {
    this.#read ??= { declared: declarationsIn(this.#always), atTimes: declarationsIn(this.#atTimes) };
    return this.#read;
  }
}

/**
 * The rules in a page's own styles whose selector is one element name, class or id. Others only tell what is shown at
 * times, such as the chosen one of several tabs.
 */
export class StyleRules {
  readonly #named = new Map<string, NamedStyle>();
  readonly #ids = new Set<string>();
  #rules = 0;

  get isEmpty(): boolean {
    return this.#named.size === 0;
  }

  add(css: string): void {
    const text = withoutComments(css.slice(0, MAX_CSS_CHARS));
    /** For each open block: whether its rules always hold, hold at times, or are not for us. */
    const open: ('always' | 'at times' | 'elsewhere')[] = [];
    const braces = /[{}]/g;
    let start = 0;
    for (let brace = braces.exec(text); brace !== null && this.#rules < MAX_RULES; brace = braces.exec(text)) {
      const before = text.slice(start, brace.index);
      const prelude = before.slice(before.lastIndexOf(';') + 1).trim();
      start = braces.lastIndex;
      const around = open.at(-1) ?? 'always';
      if (brace[0] === '}') open.pop();
      else if (!prelude.startsWith('@')) start = braces.lastIndex = this.#rule(prelude, text, start, around);
      else if (ELSEWHERE.test(prelude) || around === 'elsewhere') open.push('elsewhere');
      else open.push(around === 'always' && ALWAYS.test(prelude) ? 'always' : 'at times');
    }
  }

  /** Whether a rule is for elements of this id alone: most ids only name a place. */
  hasId(id: string | undefined): boolean {
    return id !== undefined && this.#ids.has(id);
  }

  /** The styles of an element's name, of its classes, and of its id. */
  of(element: string, id: string | undefined, classes: string | undefined): NamedStyle[][] {
    const ofClasses = classes?.split(/\s+/, MAX_CLASSES).flatMap((name) => [`.${name}`, `${element}.${name}`]) ?? [];
    const ofId = id === undefined ? [] : [`#${id}`, `${element}#${id}`];
    return [[element], ofClasses, ofId].map((names) =>
      names.map((name) => this.#named.get(name)).filter((style) => style !== undefined),
    );
  }

  /** Takes in a rule, and returns where it ends. */
  #rule(selectors: string, text: string, start: number, holds: 'always' | 'at times' | 'elsewhere'): number {
    const close = text.indexOf('}', start);
    const end = close < 0 ? text.length : close;
    this.#rules += 1;
    if (holds === 'elsewhere') return end + 1;
    const css = text.slice(start, end);
    for (const selector of selectors.split(',')) {
      const one = selector.trim().replace(/^(?:html|body|:root)\s+(?=[.#\w])/i, '');
      if (one.includes('::') || one === '') continue;
      const isAlways = holds === 'always' && SIMPLE.test(one);
      for (const name of isAlways ? [keyOf(one)] : namesIn(one)) this.#note(name, css, isAlways);
    }
    return end + 1;
  }

  #note(name: string, css: string, isAlways: boolean): void {
    const style = this.#named.get(name) ?? new NamedStyle();
    this.#named.set(name, style);
    const hash = name.indexOf('#');
    if (hash >= 0) this.#ids.add(name.slice(hash + 1));
    style.add(css, isAlways);
  }
}

/** Element names are in lower case, and signs that are escaped are themselves. */
function keyOf(selector: string): string {
  const at = selector.search(/[.#]/);
  const element = at < 0 ? selector : selector.slice(0, at);
  return `${element.toLowerCase()}${at < 0 ? '' : selector.slice(at)}`.replace(/\\(.)/g, '$1');
}

/** The names of the element that a selector is for: its last part. */
function namesIn(selector: string): string[] {
  const last =
    selector
      .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const names = last.match(NAMES);
  return names ? names.map(keyOf) : [keyOf(last.replace(/:.*/s, ''))];
}

/** Whether a property says how a text or its background is coloured. */
export const isColor = (property: string): boolean => COLORS.test(property);
