import { gunzipSync } from 'node:zlib';
import type {
  Adapter,
  Operation,
  ProviderSettings,
  UpstreamRequest,
  UpstreamResponse,
} from '../../lib/providers/adapter.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { upstreams } from '../../sandbox/upstreams.ts';

const set = sandboxSettings('https://sandbox.example');

/** Makes a call as a worker would, to the sandbox's stand-ins and without a network. */
export function callStandIn<Input, Output>(
  adapter: Adapter,
  operation: Operation<Input, Output>,
  input: Input,
  apiKey = '',
): Output {
  const settings = standInSettings(adapter, apiKey);
  const response = served(operation.request(input, settings));
  const second = operation.followUp?.(response, input, settings);
  if (!second) return operation.parse(response, input, undefined, settings);
  return operation.parse(served(second), input, response, settings);
}

function standInSettings({ slug, otherUrls = {}, ownSettings = {} }: Adapter, apiKey: string): ProviderSettings {
  return {
    url: set[`${slug.toUpperCase()}_URL`] ?? '',
    otherUrls: Object.fromEntries(Object.keys(otherUrls).map((setting) => [setting, set[setting] ?? ''])),
    own: Object.fromEntries(Object.entries(ownSettings).map(([name, { standard }]) => [name, standard])),
    apiKey,
    userAgent: 'Tests/1.0 (https://tests.example)',
  };
}

function served({ url, method = 'GET', headers, body = '' }: UpstreamRequest): UpstreamResponse {
  const { pathname, searchParams } = new URL(url);
  const [, slug = '', ...rest] = pathname.split('/');
  const upstream = upstreams.find((each) => each.slug === slug);
  if (!upstream) throw new Error(`There is no stand-in "${slug}".`);
  const sent = { 'user-agent': 'Tests/1.0 (https://tests.example)', ...headers };
  const answer = upstream.handle({ method, path: `/${rest.join('/')}`, query: searchParams, headers: sent, body });
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json', ...answer.headers },
    body: textOf(answer.body),
  };
}

function textOf(body: unknown): string {
  if (Buffer.isBuffer(body)) return gunzipSync(body).toString();
  return typeof body === 'string' ? body : JSON.stringify(body);
}
