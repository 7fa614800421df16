import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line an event on stdout. Whoever logs headers by mistake still cannot leak a key or a cookie. */
export function createLog(process: string, level: string): Log {
  return pino(
    {
      level,
      base: { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['headers.authorization', 'headers.cookie', 'req.headers.authorization', 'req.headers.cookie'],
        censor: '[redacted]',
      },
    },
    // Off the event loop: a request does not wait for its log line to be written. Flushed at exit.
    pino.destination({ dest: 1, sync: false }),
  );
}
