import { gunzipSync } from 'node:zlib';
import type {
  Adapter,
  Operation,
  ProviderSettings,
  UpstreamRequest,
  UpstreamResponse,
} from '../../lib/providers/adapter.ts';
import type { StandInReply, StandInRequest } from '../../lib/providers/stand-in.ts';
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

/** The settings of an adapter whose addresses are those of its stand-ins. */
export function standInSettings({ slug, otherUrls = {}, ownSettings = {} }: Adapter, apiKey: string): ProviderSettings {
  return {
    url: set[`${slug.toUpperCase()}_URL`] ?? '',
    otherUrls: Object.fromEntries(Object.keys(otherUrls).map((setting) => [setting, set[setting] ?? ''])),
    own: Object.fromEntries(Object.entries(ownSettings).map(([name, { standard }]) => [name, standard])),
    apiKey,
    userAgent: 'Tests/1.0 (https://tests.example)',
  };
}

/** The response of a stand-in to the request of an adapter. */
export function served(
  { url, method = 'GET', headers, body = '' }: UpstreamRequest,
  answer: (request: StandInRequest, slug: string) => StandInReply = bySandbox,
): UpstreamResponse {
  const { pathname, searchParams: query } = new URL(url);
  const [, slug = '', ...rest] = pathname.split('/');
  const sent = { 'user-agent': 'Tests/1.0 (https://tests.example)', ...headers };
  const reply = answer({ method, path: `/${rest.join('/')}`, query, headers: sent, body }, slug);
  return {
    status: reply.status,
    headers: { 'content-type': 'application/json', ...reply.headers },
    body: textOf(reply.body),
  };
}

function bySandbox(request: StandInRequest, slug: string): StandInReply {
  const upstream = upstreams.find((each) => each.slug === slug);
  if (!upstream) throw new Error(`There is no stand-in "${slug}".`);
  return upstream.handle(request);
}

function textOf(body: unknown): string {
  if (Buffer.isBuffer(body)) return gunzipSync(body).toString();
  return typeof body === 'string' ? body : JSON.stringify(body);
}
