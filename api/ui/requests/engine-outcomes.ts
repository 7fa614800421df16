import type { EngineOutcome } from '../../../lib/requests/request-record.ts';

/** The engines that a `Server-Timing` header names. */
export function outcomesIn(serverTiming: string): EngineOutcome[] {
  return [...serverTiming.matchAll(/([\w.-]+);dur=([\d.]+);desc="(\w+)"/g)].map(
    ([, engine = '', ms, outcome = '']) => ({ engine, outcome, ms: Math.round(Number(ms)) }),
  );
}

/** The engines that the events of a stream name. */
export function outcomesInEvents(events: string): EngineOutcome[] {
  return [...events.matchAll(/^event: engine\ndata: (.*)$/gm)].map(([, data = '']) => {
    const { engine, outcome, ms } = JSON.parse(data) as EngineOutcome;
    return { engine, outcome, ms };
  });
}
