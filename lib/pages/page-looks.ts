import { areAlike, type Color, cssColor } from './css-color.ts';
import { type Declared, declarationsIn, type HidingWay, hidingWay, isMoving, pixels } from './css-hiding.ts';
import { type OwnStyles, ownStyles } from './own-styles.ts';
import { isColor, type NamedStyle } from './style-rules.ts';

/** How a text can be hidden by what it inherits, so that an element in it can be seen again. */
type InheritedWay = 'visibility' | 'font_size' | 'color';

/** Something that nobody sees, whether it has been counted, and how much text of its own is in it. */
export interface Unseen {
  way: HidingWay | InheritedWay | 'hidden' | 'aria_hidden';
  isCounted: boolean;
  chars: number;
}

/** How the text of an element looks. Null is not known. */
export interface Look {
  color: Color | 'transparent' | null;
  background: Color | null;
  isVisible: boolean;
  hasSize: boolean;
  unseen: Unseen | null;
}

/** What an element changes about that. What it does not mention stays. */
interface Effect {
  way: HidingWay | null;
  color?: Look['color'];
  background?: Look['background'];
  isVisible?: boolean;
  hasSize?: boolean;
}

type Attributes = Readonly<Record<string, string>>;

const MAX_EFFECTS = 5_000;
const HIDING = /^(?:none|hidden|collapse|0[\d.]*(?:px|%)?)$/;
const UNCHANGED = /^(?:|none|inherit|initial|unset|revert|transparent|currentcolor)$/;
/** The styles that matter here. Most do not, and are not read. */
const TELLING = /display|visib|opacity|font|position|margin-|transform|indent|clip|overflow|color|background|filter/i;

/** Tells what of a page is seen: by its own styles and attributes, because nobody loads others or runs its scripts. */
export class PageLooks {
  readonly #styles: OwnStyles;
  readonly #effects = new Map<string, Effect | null>();
  readonly first: Look;

  constructor(html: string) {
    this.#styles = ownStyles(html);
    const colors = { color: [0, 0, 0] as Color, background: [255, 255, 255] as Color };
    const unknown = { color: null, background: null };
    this.first = { ...(this.#styles.hasOthers ? unknown : colors), isVisible: true, hasSize: true, unseen: null };
  }

  /** How a text within an element looks, or how the element is hidden with all that is in it. */
  within(look: Look, name: string, attributes: Attributes): Look | HidingWay {
    const effect = this.#effectOf(name, attributes);
    if (effect?.way) return effect.way;
    const isNamed = attributes.class !== undefined || attributes.id !== undefined;
    // Other styles may colour it.
    const isForeign = isNamed && this.#styles.hasOthers && (look.color !== null || look.background !== null);
    // Links have a colour of their own.
    const isLink = name === 'a' && look.unseen?.way === 'color';
    if (effect === null && !isForeign && !isLink) return look;
    const {
      color = isForeign || isLink ? null : look.color,
      background = isForeign ? null : look.background,
      isVisible = look.isVisible,
      hasSize = look.hasSize,
    } = effect ?? {};
    const seen = { color, background, isVisible, hasSize };
    const way = inheritedWay(seen);
    return { ...seen, unseen: way && (look.unseen?.way === way ? look.unseen : { way, isCounted: false, chars: 0 }) };
  }

  /** The same for the page itself, of which only the colours count: some pages are hidden until a script has run. */
  ofRoot(look: Look, name: string, attributes: Attributes): Look {
    const { color = look.color, background = look.background } = this.#effectOf(name, attributes) ?? {};
    return { ...look, color, background };
  }

  #effectOf(name: string, attributes: Attributes): Effect | null {
    const { style = '', bgcolor = '', color = '', id, class: classes } = attributes;
    const isStyled = (style !== '' && TELLING.test(style)) || bgcolor !== '' || (color !== '' && name === 'font');
    const { rules } = this.#styles;
    if (!isStyled && rules.isEmpty) return null;
    const key = `${name}\n${classes}\n${rules.hasId(id) ? id : ''}\n${style}\n${bgcolor}\n${color}`;
    let effect = this.#effects.get(key);
    if (effect !== undefined) return effect;
    const given = { ...(bgcolor && { 'background-color': bgcolor }), ...(name === 'font' && color && { color }) };
    const declared = { ...merged(rules.of(name, id, classes)), ...given, ...declarationsIn(style) };
    effect = effectOf(declared);
    if (this.#effects.size >= MAX_EFFECTS) this.#effects.clear();
    this.#effects.set(key, effect);
    return effect;
  }
}

function inheritedWay({ color, background, isVisible, hasSize }: Omit<Look, 'unseen'>): InheritedWay | null {
  if (!isVisible) return 'visibility';
  if (!hasSize) return 'font_size';
  if (color === 'transparent') return 'color';
  return color !== null && background !== null && areAlike(color, background) ? 'color' : null;
}

/** What the rules of an element's name, classes and id say together: the later win, and what shows it among classes. */
function merged(tiers: readonly (readonly NamedStyle[])[]): Record<string, string> {
  const all: Record<string, string> = {};
  for (const tier of tiers) {
    const own: Record<string, string> = {};
    const styles = tier.map((style) => style.read());
    for (const { declared } of styles) {
      for (const property in declared) {
        const value = declared[property] ?? '';
        if (own[property] === undefined || !HIDING.test(value)) own[property] = value;
      }
    }
    // What changes at times is seen at times, in colours that are not known.
    for (const { atTimes } of styles) {
      for (const [property, value] of Object.entries(atTimes)) {
        if (isColor(property)) own[property] = 'unknown';
        else if (own[property] !== value) delete own[property];
      }
    }
    Object.assign(all, own);
  }
  return all;
}

function effectOf(declared: Declared): Effect | null {
  const effect: Effect = { way: hidingWay(declared) };
  const { visibility = '' } = declared;
  if (/^(?:hidden|collapse)$/.test(visibility) && !isMoving(declared)) effect.isVisible = false;
  if (visibility === 'visible') effect.isVisible = true;
  const hasSize = sizeIn(declared);
  if (hasSize !== undefined) effect.hasSize = hasSize;
  const color = colorIn(declared);
  if (color !== undefined) effect.color = color;
  const background = backgroundIn(declared);
  if (background !== undefined) effect.background = background;
  return effect.way === null && Object.keys(effect).length === 1 ? null : effect;
}

/** Whether a font has a size. One that is relative to nothing has none. */
function sizeIn({ font = '', 'font-size': given }: Declared): boolean | undefined {
  const size = given ?? /^(?:[a-z]+\s+)*(-?[\d.]+[a-z%]*)/.exec(font)?.[1];
  if (size === undefined) return undefined;
  const inPixels = pixels(size);
  if (inPixels !== null && inPixels <= 1) return false;
  return /(?:[^r]em|ex|ch|%|inherit|smaller|larger)$/.test(size) ? undefined : true;
}

function colorIn(declared: Declared): Look['color'] | undefined {
  const given = declared['-webkit-text-fill-color'] ?? declared.color ?? 'inherit';
  if (given !== 'transparent' && UNCHANGED.test(given)) return undefined;
  // The background is seen through the letters.
  const clip = declared['background-clip'] ?? declared['-webkit-background-clip'] ?? '';
  return clip === 'text' ? null : cssColor(given);
}

function backgroundIn(declared: Declared): Look['background'] | undefined {
  const { background = '', 'background-color': color = '', 'background-image': image = 'none' } = declared;
  if (!UNCHANGED.test(image) || /url\(|gradient|var\(|image/.test(background)) return null;
  if (color !== '' && !UNCHANGED.test(color)) return opaque(cssColor(color));
  if (UNCHANGED.test(background)) return undefined;
  const colors = (background.match(/rgba?\([^)]*\)|[^\s]+/g) ?? []).map(cssColor).filter((one) => one !== null);
  return colors[0] === 'transparent' ? undefined : (colors[0] ?? null);
}

const opaque = (color: Color | 'transparent' | null) => (color === 'transparent' ? undefined : color);
