import { afterAll, beforeAll, expect, test } from 'vitest';
import { Stack } from './harness/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await Stack.start();
});
afterAll(() => stack?.stop());

test('a web search goes through web, queue, worker and sandbox and back', async () => {
  const reply = await stack.search('node.js');
  expect(reply.status).toBe(200);
  expect(reply.body.engine).toEqual(['engine_a', 'engine_b', 'engine_c']);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  expect(reply.body.results.length).toBeGreaterThan(3);
});
