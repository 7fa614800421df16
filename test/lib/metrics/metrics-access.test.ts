import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { metricsRefusal } from '../../../lib/metrics/metrics-access.ts';

test.each<[string, Record<string, string>, number | undefined]>([
  ['HOST=0.0.0.0', { HOST: '0.0.0.0' }, 403],
  ['HOST=::', { HOST: '::' }, 403],
  ['a public PUBLIC_URL', { PUBLIC_URL: 'https://search.example.org' }, 403],
  ['a PUBLIC_URL that only looks like loopback', { PUBLIC_URL: 'https://127.example.org' }, 403],
  ['HOST=localhost', { HOST: 'localhost' }, undefined],
  ['PUBLIC_URL on loopback', { PUBLIC_URL: 'http://[::1]:3000' }, undefined],
])('with %s and no token, this machine may read the metrics only if no other can', (_, env, status) => {
  const config = readConfig({ REDIS_URL: 'redis://127.0.0.1', HOST: '127.0.0.1', ...env });
  const refusal = metricsRefusal({ host: '127.0.0.1:3000' }, '127.0.0.1', config);
  expect(refusal?.status).toBe(status);
  if (refusal) expect(refusal.body).toEqual({ detail: expect.stringContaining('METRICS_TOKEN') });
});
