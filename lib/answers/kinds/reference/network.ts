import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import type { Look } from './data.ts';
import { keyOf } from './topic.ts';

/** Network references: status codes, ports, media types. */

const statuses = tableFile(
  new URL('./data/http-statuses.tsv', import.meta.url),
  z.object({ code: z.string(), name: z.string(), meaning: z.string() }),
);
const ports = tableFile(
  new URL('./data/ports.tsv', import.meta.url),
  z.object({ port: z.coerce.number(), protocol: z.string(), names: z.string().transform((names) => names.split('|')) }),
);
const mimeTypes = tableFile(
  new URL('./data/mime-types.tsv', import.meta.url),
  z.object({ extension: z.string(), type: z.string(), isFirst: z.string() }),
);

/**
 * An HTTP status: its code next to `http`, `status` or, from 400, `error`; its name next to `code`; or both together.
 */
export const httpStatus: Look = ({ reading: { plain } }) => {
  const { key, named } = keyOf(plain, 'status') ?? { key: plain, named: [] };
  const [code = '', ...rest] = key.split(' ');
  const byCode = statuses().find((status) => status.code === code);
  if (byCode) {
    const isNamed = rest.join(' ') === byCode.name.toLowerCase();
    const isSure = named.some((word) => word !== 'error') || Number(code) >= 400;
    if (!isNamed && (rest.length > 0 || named.length === 0 || !isSure)) return null;
    const { name, meaning } = byCode;
    return {
      answer: `${code} ${name}: ${meaning}`,
      data: { kind: 'http_status', code: Number(code), meaning, value: name },
    };
  }
  const isCodeAsked = named.length > 0 && /\bcodes?\b/.test(plain);
  const byName = isCodeAsked ? statuses().find(({ name }) => name.toLowerCase() === key) : undefined;
  if (!byName) return null;
  const { name, meaning } = byName;
  return {
    answer: `${byName.code} ${name}: ${meaning}`,
    data: { kind: 'http_status', code: Number(byName.code), meaning, value: byName.code },
  };
};

/** The service of a port, or the ports of a service. */
export const port: Look = ({ reading: { plain } }) => {
  const key = keyOf(plain, 'port')?.key;
  if (!key) return null;
  const known = ports().find((each) => String(each.port) === key);
  if (known) {
    const [service = ''] = known.names;
    return {
      answer: `Port ${known.port} (${known.protocol}): ${known.names.join(', ')}`,
      data: { kind: 'port', port: known.port, protocol: known.protocol, service, value: service },
    };
  }
  const found = ports().filter(({ names }) => names.some((name) => name.toLowerCase() === key));
  const [first] = found;
  if (!first) return null;
  const value = found.map((each) => each.port).join(', ');
  const [service = ''] = first.names;
  return {
    answer: `${service}: port ${value} (${first.protocol})`,
    data: { kind: 'port', port: first.port, protocol: first.protocol, service, value },
  };
};

/** The media type of an extension, or the extension of a media type. */
export const mime: Look = ({ reading: { plain } }) => {
  const extension = /\btype/.test(plain) ? keyOf(plain, 'mime')?.key.replace(/^\./, '') : undefined;
  const byExtension = extension && mimeTypes().find((each) => each.extension === extension);
  if (byExtension) {
    const { type } = byExtension;
    return { answer: `.${extension}: ${type}`, data: { kind: 'mime', extension, value: type } };
  }
  const type = keyOf(plain, 'extension')?.key;
  const all = type?.includes('/') ? mimeTypes().filter((each) => each.type === type) : [];
  const found = (all.find(({ isFirst }) => isFirst !== '') ?? all[0])?.extension;
  return found ? { answer: `${type}: .${found}`, data: { kind: 'mime', extension: found, value: `.${found}` } } : null;
};
