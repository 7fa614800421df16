import { z } from 'zod';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Endpoint discovery: name → absolute address, for every endpoint there is. */
export const root = (endpoints: readonly Pick<Endpoint, 'name' | 'path'>[]) =>
  defineEndpoint({
    name: 'root',
    path: '/api/v1/',
    counts: false,
    summary: 'Endpoint discovery',
    description: 'Name and absolute address of every endpoint.',
    query: z.object({}),
    reply: z.record(z.string(), z.string()),
    example: Object.fromEntries(endpoints.map(({ name, path }) => [name, `https://search.example.org${path}`])),
    async handle({ request, services }) {
      const base = services.config.publicUrl || `${request.protocol}://${request.host}`;
      return Object.fromEntries(endpoints.map(({ name, path }) => [name, `${base}${path}`]));
    },
  });
