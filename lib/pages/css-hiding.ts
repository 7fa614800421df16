import { names } from './element-names.ts';

/** The declarations of a style that matter here, by property; both in lower case. */
export type Declared = Readonly<Record<string, string>>;

/** How an element can be hidden together with everything in it. */
export type HidingWay = 'display' | 'opacity' | 'off_screen' | 'clip' | 'zero_size';

/** The properties that tell whether a text is seen. */
const PROPERTIES = names(
  `animation background background-clip background-color background-image bottom clip clip-path color content-visibility
  display filter font font-size height left margin-left margin-top max-height max-width opacity overflow overflow-x
  overflow-y padding padding-bottom padding-top position right text-indent top transform transition visibility width
  will-change -webkit-background-clip -webkit-text-fill-color`,
);
/** Nobody looks this far beyond the edge, in pixels. */
const OFF_SCREEN = -500;
const FAR_RIGHT = 5_000;
/** A box or a font of this size is not seen. */
const TINY = 1;
const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  em: 16,
  rem: 16,
  ch: 8,
  ex: 8,
  '%': 10,
  vw: 10,
  vh: 8,
};

/** Reads the declarations of a `style` attribute, or of a rule. */
export function declarationsIn(css: string): Declared {
  const declared: Record<string, string> = {};
  for (const part of withoutComments(css).toLowerCase().split(';')) {
    const colon = part.indexOf(':');
    const property = part.slice(0, Math.max(0, colon)).trim();
    if (!PROPERTIES.has(property)) continue;
    declared[property] = part
      .slice(colon + 1)
      .replace(/!\s*important/, '')
      .trim();
  }
  return declared;
}

export const withoutComments = (css: string) => (css.includes('/*') ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '') : css);

/** A length in pixels, roughly; null if it is none. */
export function pixels(length = ''): number | null {
  const [, number, unit = ''] = /^(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/.exec(length) ?? [];
  const each = PIXELS[unit];
  return number === undefined || each === undefined ? null : Number(number) * each;
}

const isTiny = (length: string | undefined) => {
  const size = pixels(length);
  return size !== null && size <= TINY;
};

/** How a style hides its element, or null. */
export function hidingWay(declared: Declared): HidingWay | null {
  if (declared.display === 'none' || declared['content-visibility'] === 'hidden') return 'display';
  if (isOffScreen(declared)) return 'off_screen';
  if (isClipped(declared)) return 'clip';
  // What is about to move is on its way to be seen: texts that appear, and parts that unfold.
  if (isMoving(declared)) return null;
  if (isTransparent(declared)) return 'opacity';
  return isEmptyBox(declared) ? 'zero_size' : null;
}

/** Whether a style says how its element changes. */
export function isMoving({
  transition = 'none',
  animation = 'none',
  transform = 'none',
  ...others
}: Declared): boolean {
  const moves = [transition, animation, transform, others['will-change'] ?? 'auto'];
  return moves.some((value) => !/^(?:none|auto|initial|unset)?$/.test(value)) && !/scale\(0/.test(transform);
}

function isTransparent({ opacity = '', filter = '' }: Declared): boolean {
  const shown = Number.parseFloat(opacity);
  return shown <= 0.01 || /opacity\(0*\.?0*%?\)/.test(filter);
}

function isOffScreen(declared: Declared): boolean {
  const { position = '', transform = '' } = declared;
  const below = (length: string | undefined) => (pixels(length) ?? 0) <= OFF_SCREEN;
  if (/^(?:absolute|fixed|relative)$/.test(position)) {
    if ([declared.left, declared.top, declared.right, declared.bottom].some(below)) return true;
    if ((pixels(declared.left) ?? 0) >= FAR_RIGHT) return true;
  }
  if (below(declared['margin-left']) || below(declared['margin-top'])) return true;
  const [, moved] = /translate(?:3d|x|y)?\(\s*(-[\d.]+[a-z]*)/.exec(transform) ?? [];
  if (below(moved)) return true;
  const indent = pixels(declared['text-indent']) ?? 0;
  return indent <= OFF_SCREEN || (indent >= -OFF_SCREEN && hasHiddenOverflow(declared));
}

function isClipped({ position = '', clip = '', 'clip-path': path = '' }: Declared): boolean {
  if (/^(?:absolute|fixed)$/.test(position) && clip.startsWith('rect(')) {
    const [top = 0, right = 0, bottom = 0, left = 0] = clip
      .slice(5, -1)
      .split(/[\s,]+/)
      .map((length) => pixels(length) ?? Number.NaN);
    if (bottom - top <= TINY || right - left <= TINY) return true;
  }
  if (/^(?:circle|ellipse)\(\s*0(?:[a-z%]|\s|\))/.test(path)) return true;
  if (/^polygon\((?:\s*0(?:px|%)?\s+0(?:px|%)?\s*,?)+\)$/.test(path)) return true;
  const [, inset = '', unit] = /^inset\(\s*([\d.]+)(%|px)/.exec(path) ?? [];
  return unit === '%' ? Number(inset) >= 50 : Number(inset) >= -OFF_SCREEN;
}

function hasHiddenOverflow(declared: Declared): boolean {
  return ['overflow', 'overflow-x', 'overflow-y'].some((name) => /hidden|clip/.test(declared[name] ?? ''));
}

/** Whether there is no room for a text. A box that is kept open by its padding holds a picture. */
function isEmptyBox(declared: Declared): boolean {
  const { transform = '', padding, 'padding-top': top, 'padding-bottom': bottom } = declared;
  if (/scale(?:3d|x|y)?\(\s*0(?:\s*[,)]|\.0)/.test(transform)) return true;
  if ([padding?.split(/\s/)[0], top, bottom].some((length) => (pixels(length) ?? 0) > TINY)) return false;
  const sizes = [declared.width, declared.height, declared['max-width'], declared['max-height']];
  return hasHiddenOverflow(declared) && sizes.some(isTiny);
}
