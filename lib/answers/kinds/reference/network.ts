import { z } from 'zod';
import { tableFile, textTable } from '../../data-file.ts';
import type { Look } from './topic.ts';

/** Network references: status codes, ports, media types. */

const statuses = textTable(new URL('./data/http-statuses.tsv', import.meta.url), 'code', 'name', 'meaning');
export const statusNames = () => statuses().map(({ name }) => name.toLowerCase());
const ports = tableFile(
  new URL('./data/ports.tsv', import.meta.url),
  z
    .object({ port: z.string(), protocol: z.string(), names: z.string() })
    .transform((row) => ({ ...row, keys: [row.port, ...row.names.toLowerCase().split('|')] })),
);
const mimeTypes = textTable(new URL('./data/mime-types.tsv', import.meta.url), 'extension', 'type', 'isFirst');

/** An HTTP status: its code next to `http`, `status` or, from 400, `error`; its name next to `code`; or both. */
export const status: Look = ({ key, named, reading: { plain } }) => {
  if (named.length === 0 && !/^\d{3} /.test(plain)) return null;
  const [isCode, isTitle] = [named.includes('http') || key >= '400', /\bcodes?\b/.test(plain)];
  const found = statuses().find(({ code, name }) => {
    if (!isTitle && !key.startsWith(code) && !plain.startsWith(code)) return false;
    const title = name.toLowerCase();
    return (isCode && key === code) || (isTitle && key === title) || [key, plain].includes(`${code} ${title}`);
  });
  if (!found) return null;
  const { code, name, meaning } = found;
  const result = key === name.toLowerCase() ? { value: code, number: Number(code) } : { value: name };
  return {
    answer: `${code} ${name}: ${meaning}`,
    data: { kind: 'http_status', code: Number(code), meaning, ...result },
  };
};

/** The service of a port, or the ports of a service. */
export const port: Look = ({ key }) => {
  const found = ports().filter(({ keys }) => keys.includes(key));
  if (!found[0]) return null;
  const { port: number, protocol, names } = found[0];
  const [service = ''] = names.split('|');
  const all = found.map((each) => each.port);
  const [numbers, isNumber] = [all.join(', '), key === number];
  const values = !isNumber && all.length > 1 && { values: all };
  const only = !isNumber && all.length === 1 && { number: Number(number) };
  return {
    answer: isNumber
      ? `Port ${number} (${protocol}): ${names.replaceAll('|', ', ')}`
      : `${service}: port ${numbers} (${protocol})`,
    data: {
      kind: 'port',
      port: Number(number),
      protocol,
      service,
      value: isNumber ? service : numbers,
      ...values,
      ...only,
    },
  };
};

/** The media type of an extension. */
export const mime: Look = ({ key }) => {
  const extension = key.replace(/^\./, '');
  const type = key && mimeTypes().find((each) => each.extension === extension)?.type;
  return type ? { answer: `.${extension}: ${type}`, data: { kind: 'mime', extension, value: type } } : null;
};

/** The extension of a media type. */
export const extension: Look = ({ key }) => {
  const all = key.includes('/') ? mimeTypes().filter(({ type }) => type === key) : [];
  const found = (all.find(({ isFirst }) => isFirst !== '') ?? all[0])?.extension;
  return found ? { answer: `${key}: .${found}`, data: { kind: 'mime', extension: found, value: `.${found}` } } : null;
};
