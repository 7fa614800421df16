import type { VNode } from 'preact';
import { countText, shareText } from '../number-text.ts';
import { useLocale } from '../rendering.tsx';
import { Legend } from './legend.tsx';
import { fillOf, Patterns } from './patterns.tsx';
import type { Tone } from './series.ts';
import { percent } from './value-axis.ts';

interface ShareBarProps {
  /** Unique on the page. */
  id: string;
  title: string;
  parts: readonly { name: string; tone: Tone; value: number }[];
}

const HEIGHT = 18;

/** The parts of a whole as one bar, with each part's count and share below it. */
export function ShareBar({ id, title, parts }: ShareBarProps): VNode {
  const locale = useLocale();
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const shareOf = (value: number) => (whole === 0 ? 0 : value / whole);
  const starts = parts.map((_, index) => shareOf(parts.slice(0, index).reduce((sum, { value }) => sum + value, 0)));
  return (
    <figure class="chart share">
      <figcaption id={`${id}-title`}>{title}</figcaption>
      <svg class="whole" height={HEIGHT} aria-hidden="true">
        <Patterns id={id} of={parts.map(({ tone }) => tone)} />
        {parts.map(({ name, tone, value }, index) => (
          <rect
            key={name}
            fill={fillOf(id, tone)}
            x={percent(100 * (starts[index] ?? 0))}
            width={percent(100 * shareOf(value))}
            height={HEIGHT}
          />
        ))}
      </svg>
      <Legend
        id={`${id}-legend`}
        kind="area"
        of={parts.map(({ name, tone, value }) => ({
          name,
          tone,
          text: `${countText(value, locale)} (${shareText(shareOf(value), locale)})`,
        }))}
      />
    </figure>
  );
}
