import type { VNode } from 'preact';
import { type Tone, tones } from './series.ts';

/** The fill of a tone: its colour, with a pattern for all but the first. */
export function fillOf(id: string, tone: Tone): string {
  return `url(#${id}-${tone})`;
}

/** Lines on a tile of eight by eight pixels, drawn over the colour. */
const LINES: Readonly<Record<Tone, string>> = {
  accent: '',
  bad: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  warning: 'M2 2h.01M6 6h.01',
  good: 'M0 4h8',
  violet: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  teal: 'M4 0v8',
  faint: '',
};

/** The patterns of some tones, for the elements of one SVG. */
export function Patterns({ id, of }: { id: string; of: readonly Tone[] }): VNode {
  return (
    <defs>
      {tones
        .filter((tone) => of.includes(tone))
        .map((tone) => (
          <pattern key={tone} id={`${id}-${tone}`} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect class={`tone ${tone}`} width={8} height={8} />
            {LINES[tone] !== '' && <path class="hatch" d={LINES[tone]} />}
          </pattern>
        ))}
    </defs>
  );
}
