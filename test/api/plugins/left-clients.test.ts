import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { leftSignal } from '../../../api/plugins/left-clients.ts';
import { warningsDuring } from '../../harness/warnings.ts';

test('all calls of a request listen to one signal, and nothing is taken for a leak', async () => {
  const app = Fastify();
  const listening = new Set<AbortSignal>();
  app.get('/', async (_request, reply) => {
    for (let call = 0; call < 20; call++) {
      const signal = leftSignal(reply);
      signal.addEventListener('abort', () => {});
      listening.add(signal);
    }
    return {};
  });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await warningsDuring(() => fetch(address))).toEqual([]);
    expect(listening.size).toBe(1);
  } finally {
    await app.close();
  }
});
