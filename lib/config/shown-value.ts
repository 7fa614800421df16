import { apiKey, onOff, ruleLines, secret } from './config-values.ts';
import type { SettingRead } from './settings-reader.ts';

/** The text of a setting, as one would write it. A secret, and a password in an address, are not shown. */
export function shownValue({ variable, schema, value }: SettingRead): string {
  if (variable !== null) {
    if (schema === secret || schema === apiKey) return '(set, not shown)';
    if (schema === ruleLines) return `(${String(value).split('\n').length} lines)`;
    return String(value).replace(/(:\/\/[^\s/?#]*?:)[^\s/?#]*@/g, '$1(not shown)@');
  }
  if (schema === onOff) return value === true ? 'on' : 'off';
  return defaultText(value);
}

const WINDOWS: Readonly<Record<number, string>> = { 1000: 's', 60000: 'min', 3600000: 'h', 86400000: 'day' };

/** A default as one would write it. */
function defaultText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  const { limit, windowMs } = value as { limit?: number; windowMs?: number };
  // A list of hosts is empty by default.
  return limit === undefined ? '' : `${limit}/${WINDOWS[windowMs ?? 0] ?? `${windowMs} ms`}`;
}
