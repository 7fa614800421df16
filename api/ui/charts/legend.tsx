import type { VNode } from 'preact';
import { fillOf, Patterns } from './patterns.tsx';
import type { Tone } from './series.ts';

interface LegendProps {
  id: string;
  kind: 'area' | 'line';
  /** `text` is a value beside the name; `isOpen` stands for a point that is still going on. */
  of: readonly { name: string; tone: Tone; text?: string; isOpen?: boolean }[];
}

/** What the colours, patterns and dashes of a chart mean. */
export function Legend({ id, kind, of }: LegendProps): VNode {
  return (
    <ul class="legend">
      {of.map(({ name, tone, text, isOpen }, at) => (
        <li key={name}>
          <svg class="swatch" width={kind === 'area' ? 14 : 24} height={14} aria-hidden="true">
            {kind === 'area' ? (
              <>
                <Patterns id={`${id}-${at}`} of={[tone]} />
                <rect
                  class={isOpen ? 'open' : undefined}
                  width={14}
                  height={14}
                  rx={3}
                  fill={fillOf(`${id}-${at}`, tone)}
                />
              </>
            ) : (
              <path class={`line ${tone}`} d="M1 7H23" />
            )}
          </svg>
          <span>{name}</span>
          {text !== undefined && <strong>{text}</strong>}
        </li>
      ))}
    </ul>
  );
}
