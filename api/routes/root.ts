import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../contract/endpoint.ts';
import { ownAddress } from '../plugins/base-path.ts';

/** Endpoint discovery: the absolute URL of every endpoint, by name. */
export const root = (endpoints: readonly Pick<Endpoint, 'name' | 'path'>[]) =>
  defineEndpoint({
    name: 'root',
    path: '/api/v1/',
    summary: 'Endpoint discovery',
    description: 'Returns the absolute URL of every endpoint, by name.',
    query: z.object({}),
    reply: z.record(z.string(), z.string()),
    example: Object.fromEntries(endpoints.map(({ name, path }) => [name, `https://search.example.org${path}`])),
    async handle({ request, services }) {
      const base = ownAddress(request, services.config.publicUrl);
      return Object.fromEntries(endpoints.map(({ name, path }) => [name, `${base}${path}`]));
    },
  });
