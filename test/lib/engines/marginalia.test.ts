import { expect, it } from 'vitest';
import { marginalia } from '../../../lib/engines/marginalia.ts';
import { json } from '../../contract/adapter-contract.ts';

it.each([
  ['nothing is left of the day', '0', 3_600_000],
  ['something is left', '17', 0],
  ['it does not tell', '', 0],
])('Marginalia is left alone if %s', (_, left, pauseMs) => {
  const headers = left === '' ? {} : { 'api-remaining-daily-capacity': left };
  expect(marginalia.pauseMs?.(json({ results: [] }, 200, headers))).toBe(pauseMs);
});
