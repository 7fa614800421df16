import { converter, differenceCiede2000, type Rgb } from 'culori';
import { cssColours } from './css-colours.ts';

/** Both are measured in this space: what is in it already need not be converted for every comparison. */
const labOf = converter('lab65');
const difference = differenceCiede2000();
const named = Object.entries(cssColours).map(([name, hex]) => ({ name, lab: labOf(hex) as NonNullable<Lab> }));
type Lab = ReturnType<typeof labOf>;

/**
 * Two colours differ by at least their difference in lightness over this: CIEDE2000 divides it by at most 1.748 and adds
 * nothing negative to its square.
 */
const LIGHTNESS_WEIGHT = 1.75;

/** The CSS colour that looks most like it; the first in the list where two look alike. */
export function nearestName(colour: Rgb): string {
  const lab = labOf(colour);
  let nearest = { name: '', by: Number.POSITIVE_INFINITY };
  for (const each of named) {
    // Most are too light or too dark to be it, which is seen without the trigonometry.
    if (Math.abs(each.lab.l - lab.l) / LIGHTNESS_WEIGHT > nearest.by) continue;
    const by = difference(lab, each.lab);
    if (by < nearest.by) nearest = { name: each.name, by };
  }
  return nearest.name;
}
