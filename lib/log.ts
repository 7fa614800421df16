import { type DestinationStream, type Logger, pino } from 'pino';

/** The logger of a process. */
export type Log = Logger;

/**
 * Creates a logger that writes each event as one line of JSON, by default to stdout. Headers that carry a key or a
 * cookie are redacted even if they are logged by mistake.
 */
export function createLog(process: string, level: string, destination: DestinationStream = stdout()): Log {
  return pino(
    {
      level,
      base: { process },
      timestamp,
      serializers: { err: describeError },
      redact: {
        paths: ['headers.authorization', 'headers.cookie', 'req.headers.authorization', 'req.headers.cookie'],
        censor: '[redacted]',
      },
    },
    destination,
  );
}

/**
 * An error as a log line shows it. Other fields of an error may contain anything: those of ioredis contain the arguments
 * of the command, and with them keys and queries.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, command } = error as { code?: unknown; command?: { name?: unknown } };
  return { type, message, stack, code, command: command?.name };
}

/**
 * Writes several lines at once, off the event loop: one write per line cost a cached search a tenth of its time. A line
 * waits at most 100 ms; the rest is flushed at exit.
 */
function stdout(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 100 });
}

let stamped = { at: 0, text: '' };

/** The timestamp of a line, cached per millisecond because formatting it is the most expensive part of a line. */
function timestamp(): string {
  const at = Date.now();
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return stamped.text;
}
