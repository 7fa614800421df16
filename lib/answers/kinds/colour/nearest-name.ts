import { converter, differenceCiede2000, type Rgb } from 'culori';
import { cssColours } from './css-colours.ts';

/** CIEDE2000 compares colours in this space. Converting them once saves a conversion for each comparison. */
const labOf = converter('lab65');
const difference = differenceCiede2000();
const named = Object.entries(cssColours).map(([name, hex]) => ({ name, lab: labOf(hex) as NonNullable<Lab> }));
type Lab = ReturnType<typeof labOf>;

/**
 * Two colours differ by at least their difference in lightness divided by this number: CIEDE2000 divides it by at most
 * 1.748 and adds nothing negative to its square.
 */
const LIGHTNESS_WEIGHT = 1.75;

/** The CSS colour that looks most like the given one; the first in the list when several look alike. */
export function nearestName(colour: Rgb): string {
  const lab = labOf(colour);
  let nearest = { name: '', by: Number.POSITIVE_INFINITY };
  for (const each of named) {
    // Most colours are too light or too dark to be nearest, and this check needs no trigonometry.
    if (Math.abs(each.lab.l - lab.l) / LIGHTNESS_WEIGHT > nearest.by) continue;
    const by = difference(lab, each.lab);
    if (by < nearest.by) nearest = { name: each.name, by };
  }
  return nearest.name;
}
