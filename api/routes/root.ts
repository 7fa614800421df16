import { z } from 'zod';
import { hasScope } from '../../lib/keys/scopes.ts';
import { defineEndpoint, type Endpoint } from '../contract/endpoint.ts';
import { ownAddress } from '../plugins/base-path.ts';

type Listed = Pick<Endpoint, 'name' | 'path'>;

/** Endpoint discovery: the absolute URL of every endpoint, by name. Only keys that manage see `admin`. */
export const root = (endpoints: readonly Listed[], admin: readonly Listed[]) =>
  defineEndpoint({
    name: 'root',
    path: '/api/v1/',
    summary: 'Endpoint discovery',
    description:
      'Returns the absolute URL of every endpoint, by name. Only a key with the scope `manage` sees those of the ' +
      'management API.',
    query: z.object({}),
    reply: z.record(z.string(), z.string()),
    example: Object.fromEntries(endpoints.map(({ name, path }) => [name, `https://search.example.org${path}`])),
    async handle({ request, services, caller }) {
      const base = ownAddress(request, services.config.publicUrl);
      const listed = hasScope(caller.scopes, 'manage') ? [...endpoints, ...admin] : endpoints;
      return Object.fromEntries(listed.map(({ name, path }) => [name, `${base}${path}`]));
    },
  });
