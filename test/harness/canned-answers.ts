import type { Stack } from './stack.ts';

/** Makes an upstream answer every call with these results, each in its own wire format; nothing is checked or cleaned. */
export const cannedAnswers = {
  brave: (stack: Stack, results: readonly unknown[], query: object = {}) =>
    stack.knobs('brave', { status: 200, body: JSON.stringify({ type: 'search', query, web: { results } }) }),
  mojeek: (stack: Stack, results: readonly unknown[]) =>
    stack.knobs('mojeek', { status: 200, body: JSON.stringify({ response: { status: 'OK', results } }) }),
  marginalia: (stack: Stack, results: readonly unknown[]) =>
    stack.knobs('marginalia', { status: 200, body: JSON.stringify({ results }) }),
};
