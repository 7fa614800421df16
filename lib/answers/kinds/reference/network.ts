import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { keyOf, type Look } from './topic.ts';

/** Network references: status codes, ports, media types. */

export const statuses = tableFile(
  new URL('./data/http-statuses.tsv', import.meta.url),
  z
    .object({ code: z.string(), name: z.string(), meaning: z.string() })
    .transform((status) => ({ ...status, folded: status.name.toLowerCase() })),
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
export const httpStatus: Look = ({ plain }, said) => {
  const { key, named } = keyOf(said, 'status') ?? { key: plain, named: [] };
  if (named.length === 0 && !/^\d{3} /.test(plain)) return null;
  const isCode = named.includes('http') || (named.length > 0 && key >= '400');
  const isName = named.length > 0 && /\bcodes?\b/.test(plain);
  const found = statuses().find(
    ({ code, folded }) => (isCode && key === code) || (isName && key === folded) || key === `${code} ${folded}`,
  );
  if (!found) return null;
  const { code, name, meaning, folded } = found;
  return {
    answer: `${code} ${name}: ${meaning}`,
    data: { kind: 'http_status', code: Number(code), meaning, value: key === folded ? code : name },
  };
};

/** The service of a port, or the ports of a service. */
export const port: Look = (_, said) => {
  const key = keyOf(said, 'port')?.key;
  if (!key) return null;
  const found = ports().filter(
    (each) => String(each.port) === key || each.names.some((name) => name.toLowerCase() === key),
  );
  const [first] = found;
  if (!first) return null;
  const { port: number, protocol, names } = first;
  const [service = ''] = names;
  const isNumber = String(number) === key;
  const all = found.map((each) => each.port).join(', ');
  return {
    answer: isNumber ? `Port ${number} (${protocol}): ${names.join(', ')}` : `${service}: port ${all} (${protocol})`,
    data: { kind: 'port', port: number, protocol, service, value: isNumber ? service : all },
  };
};

/** The media type of an extension, or the extension of a media type. */
export const mime: Look = ({ plain }, said) => {
  const extension = /\btype/.test(plain) ? keyOf(said, 'mime')?.key.replace(/^\./, '') : undefined;
  const type = extension && mimeTypes().find((each) => each.extension === extension)?.type;
  if (type) return { answer: `.${extension}: ${type}`, data: { kind: 'mime', extension, value: type } };
  const known = keyOf(said, 'extension')?.key;
  const all = known?.includes('/') ? mimeTypes().filter((each) => each.type === known) : [];
  const found = (all.find(({ isFirst }) => isFirst !== '') ?? all[0])?.extension;
  return found ? { answer: `${known}: .${found}`, data: { kind: 'mime', extension: found, value: `.${found}` } } : null;
};
