import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line an event on stdout. Whoever logs a header by mistake still cannot leak a key or a cookie. */
export function createLog(process: string, level: string): Log {
  return pino({
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.headers.authorization', '*.headers.cookie'],
      censor: '[redacted]',
    },
  });
}
