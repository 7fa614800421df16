import type { JSX } from 'preact';

/** The elements that `static/instant.js` defines. Without it, they are boxes like any other. */
type Elements = Record<
  | 'instant-calculator'
  | 'instant-converter'
  | 'instant-colour'
  | 'instant-clock'
  | 'instant-countdown'
  | 'instant-timer'
  | 'instant-stopwatch',
  JSX.HTMLAttributes<HTMLElement>
>;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
