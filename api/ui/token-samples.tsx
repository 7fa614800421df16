import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { VNode } from 'preact';
import { staticFolder } from './static-files.ts';

const SWATCH = 32;

/** The tokens that `style.css` sets for every page, in its order, and their values. */
export function designTokens(): { name: string; value: string }[] {
  const css = readFileSync(path.join(staticFolder, 'style.css'), 'utf8');
  const root = /:root \{([^}]*)\}/.exec(css)?.[1] ?? '';
  return [...root.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => ({ name, value }));
}

/** Every token as it looks: colours as areas, sizes of text as text, space as bars, and what else there is by its value. */
export function TokenSamples(): VNode {
  return (
    <ul class="tokens">
      {designTokens().map(({ name, value }) => (
        <li key={name}>
          <Sample name={name} value={value} />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

function Sample({ name, value }: { name: string; value: string }): VNode {
  const token = `var(${name})`;
  if (/^(light-dark|color-mix)\(/.test(value)) {
    return (
      <svg width={SWATCH} height={SWATCH} aria-hidden="true">
        <rect width={SWATCH} height={SWATCH} fill={token} stroke="currentColor" />
      </svg>
    );
  }
  if (name.startsWith('--space-') || name === '--gap') {
    return (
      <svg width={SWATCH} height={SWATCH} aria-hidden="true">
        <line y1={SWATCH / 2} x2={SWATCH} y2={SWATCH / 2} stroke="var(--accent)" stroke-width={token} />
      </svg>
    );
  }
  if (/^[\d.]+rem$/.test(value) && !/radius|height|width/.test(name)) {
    return (
      <svg width={2.5 * SWATCH} height={1.5 * SWATCH} aria-hidden="true">
        <text y={1.2 * SWATCH} fill="currentColor" font-size={token}>
          Ag
        </text>
      </svg>
    );
  }
  return <span class="faint">{value}</span>;
}
