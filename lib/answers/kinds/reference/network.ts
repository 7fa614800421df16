import type { Look } from './data.ts';
import { httpStatuses } from './http-statuses.ts';
import { mimeTypes } from './mime-types.ts';
import { ports } from './ports.ts';

/** Network references: status codes, ports, media types. */

const STATUS = [
  /^(?:what does |(?:the )?meaning of )?(?:an? )?(?:https?(?:\/[\d.]+)?(?: (?:status|response|error))?(?: codes?)?|(?:status|response) codes?|error(?: code)?) (\d{3})(?: (?:error|status|response|code|meaning|mean|explained))*$/,
  /^(?:what does |(?:the )?meaning of )?(?:an? )?(\d{3}) (?:https?(?: (?:status|response|error))?(?: code)?|(?:status|response) code|(?:http )?error(?: code)?)(?: (?:meaning|mean|explained))?$/,
  /^(?:http )?(\d{3}) ([a-z' -]{2,40})$/,
];

const STATUS_CODE =
  /^(?:the )?(?:http )?(?:status|response|error|http)(?: (?:status|response|error))?(?: codes?)?(?: (?:for|of|meaning))? (?:an? )?["']?([a-z][a-z' -]{1,38}?)["']?$|^["']?([a-z][a-z' -]{1,38}?)["']? (?:http (?:status|response|error)(?: code)?|http code|status code)$/;
const byStatusName = new Map(Object.entries(httpStatuses).map(([code, [name]]) => [name.toLowerCase(), code]));

/** The code of a status by its name: `http status code for not found`. */
function statusCode(plain: string): ReturnType<Look> {
  if (!/http (?:code|status|response|error)|status code/.test(plain)) return null;
  const parts = STATUS_CODE.exec(plain);
  const code = byStatusName.get(parts?.[1] ?? parts?.[2] ?? '');
  const [name, meaning] = (code !== undefined && httpStatuses[code]) || [];
  return code !== undefined && name && meaning
    ? {
        answer: `${code} ${name}: ${meaning}`,
        data: { kind: 'http_status', code: Number(code), meaning, value: code },
      }
    : null;
}

/** The meaning of an HTTP status. */
export const httpStatus: Look = ({ plain }) => {
  if (!/(?<!\d)\d{3}(?!\d)/.test(plain)) return statusCode(plain);
  for (const [at, form] of STATUS.entries()) {
    const [, code = '', name] = form.exec(plain) ?? [];
    const status = httpStatuses[code];
    if (!status || (name !== undefined && name !== status[0].toLowerCase())) continue;
    // `error 200` belongs to some other system.
    if (at < 2 && Number(code) < 400 && !/http|status|response/.test(plain)) return null;
    const [value, meaning] = status;
    return {
      answer: `${code} ${value}: ${meaning}`,
      data: { kind: 'http_status', code: Number(code), meaning, value },
    };
  }
  return null;
};

const PORT_NUMBER =
  /^(?:(?:tcp|udp|tcp\/udp|network|what is|(?:what|which service) (?:uses|runs on|is on|listens on)) )*port(?: number)? (\d{1,5})(?: (?:tcp|udp|service|protocol|used for|meaning|default))?$/;
const PORT_OF = [
  /^(?:the )?(?:default |standard )?(?:tcp |udp |network )?port(?: number)?s? (?:for|of|used by) ([a-z0-9 ()-]{2,40})$/,
  /^(?:what|which) port(?: number)? (?:does|is|do) ([a-z0-9 ()-]{2,40}?)(?: (?:use|uses|run on|listen on|on|default))?$/,
  /^(?:the )?(?:(?:default|standard|usual) )?([a-z0-9 ()-]{2,40}?) (?:(?:default|standard) )?(?:tcp |udp )?port(?: number)?$/,
];

/** The service of a port, or the ports of a service. */
export const port: Look = ({ plain }) => {
  if (!plain.includes('port')) return null;
  const number = Number(PORT_NUMBER.exec(plain)?.[1]);
  const known = ports.find(([of]) => of === number);
  if (known) {
    const [of, protocol, names] = known;
    const [service = ''] = names.split(',');
    return {
      answer: `Port ${of} (${protocol}): ${names.replaceAll(',', ', ')}`,
      data: { kind: 'port', port: of, protocol, service, value: service },
    };
  }
  const query = PORT_OF.map((form) => form.exec(plain)?.[1])
    .find((name) => name !== undefined)
    ?.replace(/ server$/, '');
  const found =
    query === undefined ? [] : ports.filter(([, , names]) => names.toLowerCase().split(',').includes(query));
  const [first] = found;
  if (!first) return null;
  const [of, protocol, names] = first;
  const value = found.map(([each]) => each).join(', ');
  const [service = ''] = names.split(',');
  return {
    answer: `${service}: port ${value} (${protocol})`,
    data: { kind: 'port', port: of, protocol, service, value },
  };
};

const MIME = [
  /^(?:the )?(?:mime|media|content|internet media)[- ]?types?(?: (?:of|for))?(?: an?)? \.?([a-z0-9]{2,12})(?: files?| extension)?$/,
  /^\.?([a-z0-9]{2,12}) (?:files? )?(?:mime|media|content)[- ]?type$/,
];
const EXTENSION =
  /^(?:(?:what|which|the) )?(?:file )?extension(?: (?:of|for|is|has))? ([a-z]+\/[a-z0-9.+-]+)$|^([a-z]+\/[a-z0-9.+-]+) (?:file )?extension$/;

/** The media type of an extension, or the extension of a media type. */
export const mime: Look = ({ plain }) => {
  if (!/type|extension/.test(plain)) return null;
  const extension = MIME.map((form) => form.exec(plain)?.[1]).find((name) => name !== undefined);
  const type = extension !== undefined && Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension] : undefined;
  if (extension && type) return { answer: `.${extension}: ${type}`, data: { kind: 'mime', extension, value: type } };
  const parts = EXTENSION.exec(plain);
  const wanted = parts?.[1] ?? parts?.[2];
  const found = wanted && Object.keys(mimeTypes).find((each) => mimeTypes[each] === wanted);
  return found
    ? { answer: `${wanted}: .${found}`, data: { kind: 'mime', extension: found, value: `.${found}` } }
    : null;
};
