import { pythonLiteral, scriptLiteral } from './literals.ts';
import type { ReferenceOperation } from './pages.ts';
import { addressOf, type SampleRequest } from './sample-request.ts';

/** The languages of the samples, in their order. */
const sampleLanguages = ['curl', 'typescript', 'python'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The variable of the environment from which all samples read the key. */
export const KEY_VARIABLE = 'TRIBUTARY_API_KEY';

/** A request in each language. `base` is the address of the instance. */
export function samplesOf(
  operation: ReferenceOperation,
  request: SampleRequest,
  base: string,
): Record<SampleLanguage, string> {
  return {
    curl: curlSample(request, base, operation.isStream),
    typescript: scriptSample(operation, request, base),
    python: pythonSample(operation, request, base),
  };
}

/** A request as a command. `-N` shows the events of a stream as they come. */
export function curlSample(request: SampleRequest, base: string, isStream = false): string {
  const { method, headers, body } = request;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    `curl${isStream ? ' -N' : ''}${isPlain ? '' : ` -X ${method}`} ${quoted(base + addressOf(request))}`,
    `-H "Authorization: Api-Key $${KEY_VARIABLE}"`,
    ...named,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(jsonText(body))}`]),
  ].join(' \\\n  ');
}

/** A text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A body that is a text was typed, and may not be JSON. */
export function jsonText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** A program with the typed client, or with `fetch` for what the client has no method for. */
function scriptSample({ id, isStream }: ReferenceOperation, request: SampleRequest, base: string): string {
  const call = clientCall(id, request);
  if (call === null) {
    return [
      `const reply = await fetch(${scriptLiteral(base + addressOf(request))}, {`,
      ...(request.method === 'GET' ? [] : [`  method: '${request.method}',`]),
      `  headers: { authorization: \`Api-Key \${process.env.${KEY_VARIABLE}}\` },`,
      '});',
      isStream ? 'console.log(await reply.text());' : 'console.log(await reply.json());',
    ].join('\n');
  }
  const head = [
    "import { createClient } from 'tributary-client';",
    '',
    'const tributary = createClient({',
    `  baseUrl: ${scriptLiteral(base)},`,
    `  apiKey: process.env.${KEY_VARIABLE} ?? '',`,
    '});',
  ];
  const use =
    id === 'crawl_pages'
      ? [`for await (const page of tributary.${call}) {`, '  console.log(page);', '}']
      : call.startsWith('stream(')
        ? [`for await (const { event, data } of tributary.${call}) {`, '  console.log(event, data);', '}']
        : [`const reply = await tributary.${call};`, 'console.log(reply);'];
  return [...head, ...use].join('\n');
}

/** The methods of the client for crawls, by the names of the operations. */
const CRAWL_METHODS: Readonly<Record<string, string>> = {
  crawl: 'get',
  crawls: 'list',
  crawl_start: 'start',
  crawl_cancel: 'cancel',
  crawl_pages: 'pages',
};

/** The call of the client that sends a request; null if it has none. */
function clientCall(id: string, { inPath, query, body }: SampleRequest): string | null {
  const ofCrawl = CRAWL_METHODS[id];
  if (ofCrawl)
    return `crawl.${ofCrawl}(${inPath.id === undefined ? scriptLiteral(body ?? Object.fromEntries(query)) : scriptLiteral(inPath.id)})`;
  if (id === 'root' || id.startsWith('crawl_')) return null;
  const params = (body as object | undefined) ?? Object.fromEntries(query);
  const given = Object.keys(params).length === 0 ? '' : scriptLiteral(params);
  if (id.startsWith('admin_')) {
    const parts = {
      ...(Object.keys(inPath).length > 0 && { path: inPath }),
      ...(query.length > 0 && { query: Object.fromEntries(query) }),
      ...(body !== undefined && { body }),
    };
    return `admin('${id.slice('admin_'.length)}', ${scriptLiteral(parts)})`;
  }
  if (id.endsWith('_stream')) return `stream('${id.slice(0, -'_stream'.length)}', ${given})`;
  // The client sends long parameters by POST itself.
  const name = id.replace(/_post$/, '').replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return `${name}(${given})`;
}

/** A program that needs nothing but Python. */
function pythonSample({ isStream }: ReferenceOperation, request: SampleRequest, base: string): string {
  const { method, body, query } = request;
  const address = `"${base}${addressOf({ ...request, query: [] })}`;
  const hasList = query.some(([, value]) => Array.isArray(value));
  const parameters = `urlencode(${pythonLiteral(Object.fromEntries(query))}${hasList ? ', doseq=True' : ''})`;
  const lines = [
    query.length > 0 ? `    ${address}?" + ${parameters},` : `    ${address}",`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`    method="${method}",`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]),
    '    headers={',
    `        "Authorization": "Api-Key " + os.environ["${KEY_VARIABLE}"],`,
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    '    },',
  ];
  return [
    ...(isStream ? [] : ['import json']),
    'import os',
    ...(query.length > 0 ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    ...lines,
    ')',
    'with urlopen(request) as reply:',
    ...(isStream
      ? ['    for line in reply:', '        print(line.decode(), end="")']
      : ['    print(json.load(reply))']),
  ].join('\n');
}
