import type { VNode } from 'preact';

/** The shapes of the sky, in a square of 48. The stylesheet gives them their colours. */
const SHAPES = {
  sun: (
    <g class="sun">
      <circle cx="24" cy="24" r="9" />
      <path d="M24 5v5M24 38v5M5 24h5M38 24h5M10.6 10.6l3.5 3.5M33.9 33.9l3.5 3.5M10.6 37.4l3.5-3.5M33.9 14.1l3.5-3.5" />
    </g>
  ),
  moon: <path class="moon" d="M33 29.5A14 14 0 0 1 18.5 10 14.5 14.5 0 1 0 37 28a14 14 0 0 1-4 1.5z" />,
  smallSun: (
    <g class="sun">
      <circle cx="17" cy="17" r="7" />
      <path d="M17 3v3.5M3 17h3.5M7.1 7.1l2.5 2.5M26.9 7.1l-2.5 2.5M7.1 26.9l2.5-2.5" />
    </g>
  ),
  smallMoon: <path class="moon" d="M24 20.5A10 10 0 0 1 14.5 6 10.5 10.5 0 1 0 27 19.5a10 10 0 0 1-3 1z" />,
  cloud: <path class="cloud" d="M15 36a8 8 0 0 1-.6-16A11 11 0 0 1 35.5 22.2 7 7 0 0 1 35 36z" />,
  highCloud: <path class="cloud" d="M15 31a8 8 0 0 1-.6-16A11 11 0 0 1 35.5 17.2 7 7 0 0 1 35 31z" />,
  fog: <path class="drops fog" d="M9 37h24M15 43h24" />,
  drizzle: <path class="drops" d="M17 36l-1 3M25 36l-1 3M33 36l-1 3" />,
  rain: <path class="drops" d="M17 35l-3 8M25 35l-3 8M33 35l-3 8" />,
  snow: <path class="drops flakes" d="M16 37v.1M24 37v.1M32 37v.1M20 43v.1M28 43v.1" />,
  bolt: <path class="bolt" d="M26 28l-7 9h5l-2 8 8-10h-5z" />,
} as const;

type Shape = keyof typeof SHAPES;

/** What a condition looks like, by its words: the first that it contains. */
const LOOKS: readonly (readonly [word: string, day: readonly Shape[], night?: readonly Shape[]])[] = [
  ['thunder', ['highCloud', 'bolt']],
  ['snow', ['highCloud', 'snow']],
  ['drizzle', ['highCloud', 'drizzle']],
  ['rain', ['highCloud', 'rain']],
  ['fog', ['highCloud', 'fog']],
  ['overcast', ['cloud']],
  ['partly', ['smallSun', 'cloud'], ['smallMoon', 'cloud']],
  ['clear', ['sun'], ['moon']],
];

/** A drawing of the weather. The words beside it say the same; unknown weather has none. */
export function WeatherIcon({ condition, isNight = false }: { condition: string; isNight?: boolean }): VNode {
  const [, day = [], night = day] = LOOKS.find(([word]) => condition.includes(word)) ?? [];
  return (
    <svg class="weather-icon" viewBox="0 0 48 48" aria-hidden="true">
      {(isNight ? night : day).map((shape) => SHAPES[shape])}
    </svg>
  );
}
