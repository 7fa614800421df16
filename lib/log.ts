import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line an event on stdout. Whoever logs headers by mistake still cannot leak a key or a cookie. */
export function createLog(process: string, level: string): Log {
  return pino(
    {
      level,
      base: { process },
      timestamp,
      redact: {
        paths: ['headers.authorization', 'headers.cookie', 'req.headers.authorization', 'req.headers.cookie'],
        censor: '[redacted]',
      },
    },
    // Off the event loop, and several lines at a time: a write for each line cost a cached search a tenth of its time.
    // A line waits a tenth of a second at most; the rest is flushed at exit.
    pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 100 }),
  );
}

let stamped = { at: 0, text: '' };

/** The time of a line; many lines share a millisecond, and writing it out is the dearest part of a line. */
function timestamp(): string {
  const at = Date.now();
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return stamped.text;
}
