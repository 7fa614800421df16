import type { RequestLogSize } from '../requests/request-log.ts';
import { integer, onOff } from './config-values.ts';
import type { ReadSetting } from './settings-reader.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Reads how long requests are in the log that pages show, and what it may take in Redis; null without one. */
export function readRequestLog(read: ReadSetting): RequestLogSize | null {
  const isOn = read('REQUEST_LOG', onOff, true);
  const hours = read('REQUEST_LOG_HOURS', integer(1, 720), 24);
  const bytes = read('REQUEST_LOG_MB', integer(1, 10_000), 20) * BYTES_PER_MB;
  return isOn ? { hours, bytes } : null;
}
