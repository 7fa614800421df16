import { StyleRules } from './style-rules.ts';

const MAX_STYLES = 100;
const MAX_CSS_CHARS = 300_000;
const TAGS = /<(\/?)(style|script|noscript|link)\b([^>]{0,1000})>|<!--|-->/gi;
const OTHER_MEDIA = /\bmedia\s*=\s*["']?\s*(?:print|speech)/i;
const SHEET = /\brel\s*=\s*["']?[^"'>]*\bstylesheet/i;

/** The styles that a page has in itself. */
export interface OwnStyles {
  rules: StyleRules;
  /** Whether there are others, which nobody reads here. */
  hasOthers: boolean;
}

/** Reads the styles of a page before the page: they also hold for what stands above them. */
export function ownStyles(html: string): OwnStyles {
  const rules = new StyleRules();
  let hasOthers = false;
  /** What is open, and where it began. */
  let within: { name: string; start: number; isMeant: boolean } | null = null;
  let isNoscript = false;
  let [styles, chars] = [0, 0];
  for (const { 0: tag, 1: slash, 2: name = tag, 3: attributes = '', index } of html.matchAll(TAGS)) {
    const element = name.toLowerCase();
    if (within !== null) {
      const ends = within.name === '<!--' ? tag === '-->' : slash === '/' && element === within.name;
      if (!ends) continue;
      if (within.name === 'style' && within.isMeant && styles < MAX_STYLES && chars < MAX_CSS_CHARS) {
        const css = html.slice(within.start, index);
        hasOthers ||= css.includes('@import');
        rules.add(css);
        styles += 1;
        chars += css.length;
      }
      within = null;
    } else if (element === 'noscript') isNoscript = slash === '';
    else if (element === 'link') hasOthers ||= SHEET.test(attributes) && !OTHER_MEDIA.test(attributes);
    else if (slash !== '/' && tag !== '-->') {
      const isMeant = element !== 'style' || (!isNoscript && !OTHER_MEDIA.test(attributes));
      within = { name: element, start: index + tag.length, isMeant };
    }
  }
  return { rules, hasOthers };
}
