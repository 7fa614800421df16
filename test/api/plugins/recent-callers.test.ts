import { describe, expect, it } from 'vitest';
import { RecentCallers } from '../../../api/plugins/recent-callers.ts';
import { generateKey } from '../../../lib/keys/key-format.ts';

const START = 1_800_000_000_000;
const caller = {
  prefix: 'p',
  username: 'ada',
  keyName: '',
  labels: {},
  createdAt: '',
  expiresAt: '',
  expiresAtMs: null,
  lastUsedAt: '',
  searchesThisMonth: 0,
  scopes: [],
  engines: [],
  monthlyLimit: null,
  limits: () => ({ burst: null, sustained: null, monthly: null, parallel: null }),
};

describe('recent callers', () => {
  it('are answered without Redis for 30 seconds, and known for two hours', () => {
    const [callers, key] = [new RecentCallers(), generateKey()];
    callers.remember(key, caller, START);
    expect(callers.recall(key, START + 29_999)).toEqual(caller);
    expect(callers.recall(key, START + 30_000)).toBeUndefined();
    expect(callers.knows(key, START + 7_199_999)).toBe(true);
    expect(callers.knows(key, START + 7_200_000)).toBe(false);
  });

  it('are identified by the whole key, and forgotten once it is refused', () => {
    const [callers, key] = [new RecentCallers(), generateKey()];
    callers.remember(key, caller, START);
    expect(callers.knows({ prefix: key.prefix, digest: generateKey().digest }, START)).toBe(false);
    callers.forget(key);
    expect(callers.knows(key, START)).toBe(false);
    expect(callers.recall(key, START)).toBeUndefined();
  });

  it('use limited memory, and the newest are kept', () => {
    const callers = new RecentCallers();
    const keys = Array.from({ length: 12_000 }, (_, index) => ({ prefix: '', digest: String(index) }));
    for (const key of keys) callers.remember(key, caller, START);
    expect(keys.filter((key) => callers.knows(key, START))).toHaveLength(10_000);
    expect(callers.knows(keys.at(-1) ?? generateKey(), START)).toBe(true);
  });
});
