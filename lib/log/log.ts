import { type DestinationStream, type Logger, pino } from 'pino';
import { LogLines } from './log-lines.ts';

/** The logger of a process. */
export type Log = Logger;

/**
 * Creates a logger that writes each event as one line of JSON, by default to stdout. Headers that carry a key or a
 * cookie are redacted even if they are logged by mistake.
 */
export function createLog(name: string, level: string, destination: DestinationStream = stdout()): Log {
  return pino(
    {
      level,
      base: { process: name },
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

const STDOUT = 1;
let lines: LogLines | undefined;

/** The lines on stdout of all loggers of this process. */
function stdout(): DestinationStream {
  if (lines) return lines;
  const said = new LogLines(STDOUT, (lost) => log.warn({ lost }, 'log lines were lost'));
  const log = pino({ base: {}, timestamp }, said);
  process.on('exit', () => said.flushSync());
  lines = said;
  return said;
}

/** The number of log lines that this process could not write. */
export function lostLogLines(): number {
  return lines?.lost ?? 0;
}

let stamped = { at: 0, text: '' };

/** The timestamp of a line, cached per millisecond because formatting it is the most expensive part of a line. */
function timestamp(): string {
  const at = Date.now();
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return stamped.text;
}
