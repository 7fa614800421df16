import { expect, test } from 'vitest';
import { openInput, sealInput } from '../../jobs/job.ts';
import { makeSeal } from '../../lib/seal.ts';

test('the input of a job opens in that job only, so that the searches of two jobs cannot be swapped', () => {
  const seal = makeSeal('a secret of this instance');
  const sealed = sealInput(seal, { q: 'mine' }, 'web-1');
  expect(openInput([seal], sealed, 'web-1')).toEqual({ input: { q: 'mine' }, seal });
  expect(() => openInput([seal], sealed, 'web-2')).toThrow();
});

test('the input of a job that was sealed with the secret before opens with that', () => {
  const [present, before] = [makeSeal('the present secret'), makeSeal('the secret before')];
  const sealed = sealInput(before, { q: 'mine' }, 'web-1');
  expect(openInput([present, before], sealed, 'web-1')).toEqual({ input: { q: 'mine' }, seal: before });
  expect(() => openInput([present], sealed, 'web-1')).toThrow();
});
