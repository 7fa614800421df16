import type { VNode } from 'preact';
import { z } from 'zod';
import { useTexts } from '../rendering.tsx';
import { viewOf } from './view.tsx';

/** A timer. It needs JavaScript, and says so without. */
export const timer = viewOf(z.object({ seconds: z.number().int().positive() }), ({ data: { seconds } }) => {
  const { instant } = useTexts();
  return (
    <instant-timer class="watch" data-seconds={seconds} data-over={instant.timeIsUp}>
      <p class="asked">{instant.timer}</p>
      <p class="answer" role="timer">
        {clockText(seconds)}
      </p>
      <progress max={seconds} value={seconds} aria-label={instant.timeLeft} />
      <Buttons>
        <button class="quiet" type="button" data-add="60">
          {instant.addMinute}
        </button>
      </Buttons>
      <p class="note" role="status" />
    </instant-timer>
  );
});

/** A stopwatch, with laps. */
export const stopwatch = viewOf(z.object({}), () => {
  const { instant } = useTexts();
  return (
    <instant-stopwatch class="watch">
      <p class="asked">{instant.stopwatch}</p>
      <p class="answer" role="timer">
        00:00.0
      </p>
      <Buttons>
        <button class="quiet" type="button" data-lap="">
          {instant.lap}
        </button>
      </Buttons>
      <ol class="laps" />
    </instant-stopwatch>
  );
});

/** Start, pause and reset. Scripts enable them. */
function Buttons({ children }: { children: VNode }): VNode {
  const { instant } = useTexts();
  return (
    <>
      <fieldset class="buttons" disabled>
        <button type="button" data-run="" data-start={instant.start} data-pause={instant.pause}>
          {instant.start}
        </button>
        <button class="quiet" type="button" data-reset="">
          {instant.reset}
        </button>
        {children}
      </fieldset>
      <noscript>
        <p class="note">{instant.needsScript}</p>
      </noscript>
    </>
  );
}

/** `05:00`, `1:00:00` */
function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}
