import type { LookUp } from '../../lib/answers/answer.ts';
import { ProviderAway } from '../../lib/answers/answer.ts';
import {
  type Operation,
  type OperationName,
  operationGroups,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../lib/providers/adapter.ts';
import { adapters } from '../../lib/providers/registry.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { upstreams } from '../../sandbox/upstreams.ts';

const BASE = 'https://sandbox.example';
const set = sandboxSettings(BASE);

/** Performs lookups as a worker would, on the sandbox's stand-ins and without a network. */
export const sandboxLookUp: LookUp = async (name, input) => {
  const adapter = [...adapters.values()].find(
    ({ operations }) => operations[name] && operationGroups[name] === 'instant',
  );
  if (!adapter) throw new ProviderAway(`nobody can ${name}`);
  const operation = adapter.operations[name] as unknown as Operation<unknown, never>;
  const urls = Object.keys(adapter.otherUrls ?? {}).map((setting) => [setting, set[setting] ?? '']);
  const settings = {
    url: set[`${adapter.slug.toUpperCase()}_URL`] ?? '',
    otherUrls: Object.fromEntries(urls),
    apiKey: '',
    userAgent: 'test',
  };
  const wanted = operation.input.parse(input);
  const supported = operation.supports?.(wanted as never) ?? true;
  if (supported !== true) throw new ProviderAway(supported);
  const response = served(operation.request(wanted, settings));
  const second = operation.followUp?.(response, input, settings);
  return second ? operation.parse(served(second), input, response) : operation.parse(response, input);
};

function served({ url, method = 'GET', headers, body = '' }: UpstreamRequest): UpstreamResponse {
  const { pathname, searchParams } = new URL(url);
  const [, slug = '', ...rest] = pathname.split('/');
  const upstream = upstreams.find((each) => each.slug === slug);
  if (!upstream) throw new Error(`There is no stand-in "${slug}".`);
  const path = `/${rest.join('/')}`;
  const answer = upstream.handle({ method, path, query: searchParams, headers, body });
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  return { status: answer.status, headers: { 'content-type': 'application/json', ...answer.headers }, body: text };
}

/** Wraps a lookup and records its calls. */
export function counting(lookUp: LookUp): { lookUp: LookUp; calls: [OperationName, unknown][] } {
  const calls: [OperationName, unknown][] = [];
  return {
    calls,
    lookUp: (name, input) => {
      calls.push([name, input]);
      return lookUp(name, input);
    },
  };
}
