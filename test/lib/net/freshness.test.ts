import { describe, expect, it, test } from 'vitest';
import { freshnessOf, leastFresh } from '../../../lib/net/freshness.ts';

const date = 'Tue, 17 Nov 2026 10:00:00 GMT';
const MINUTE = 60_000;

describe('the freshness of a response', () => {
  test.each<[headers: Record<string, string>, freshForMs: number, mayKeep?: boolean]>([
    [{}, 5 * MINUTE],
    [{ 'cache-control': 'public' }, 5 * MINUTE],
    [{ 'cache-control': 'max-age=60' }, MINUTE],
    [{ 'cache-control': 'Max-Age="60"' }, MINUTE],
    [{ 'cache-control': 'max-age=60, s-maxage=120' }, 2 * MINUTE],
    [{ 'cache-control': 'max-age=60, max-age=120' }, MINUTE],
    [{ 'cache-control': 'max-age=60', age: '20' }, 40_000],
    [{ 'cache-control': 'max-age=60', age: '90' }, 0],
    [{ 'cache-control': 'max-age=60', age: 'old' }, MINUTE],
    [{ 'cache-control': 'max-age=86400' }, 60 * MINUTE],
    [{ 'cache-control': 'max-age=99999999999999999999' }, 0],
    [{ 'cache-control': 'max-age=-5' }, 0],
    [{ 'cache-control': 'max-age' }, 0],
    [{ 'cache-control': 'no-cache, max-age=60' }, 0],
    [{ 'cache-control': 'private, max-age=60' }, 0],
    [{ 'cache-control': 'private="x-user"' }, 0],
    [{ 'cache-control': 'max-age=60, must-revalidate' }, MINUTE],
    [{ 'cache-control': 'no-store' }, 0, false],
    [{ 'cache-control': 'max-age=60, NO-STORE' }, 0, false],
    [{ 'cache-control': '"no-store"' }, 0, false],
    [{ vary: '*' }, 0],
    [{ vary: 'accept-encoding' }, 5 * MINUTE],
    [{ pragma: 'no-cache' }, 0],
    [{ pragma: 'no-cache', 'cache-control': 'max-age=60' }, MINUTE],
    [{ expires: 'Tue, 17 Nov 2026 10:10:00 GMT', date }, 10 * MINUTE],
    [{ expires: 'Tue, 17 Nov 2026 10:10:00 GMT', date, age: '60' }, 9 * MINUTE],
    [{ expires: 'Tue, 17 Nov 2026 09:00:00 GMT', date }, 0],
    [{ expires: 'Tue, 17 Nov 2026 10:10:00 GMT', date, 'cache-control': 'max-age=60' }, MINUTE],
    [{ expires: 'Tue, 17 Nov 2026 10:10:00 GMT' }, 5 * MINUTE],
    [{ expires: '0', date }, 0],
    [{ expires: '-1', date }, 0],
    [{ expires: 'never', date }, 0],
  ])('with %o', (headers, freshForMs, mayKeep = true) => {
    expect(freshnessOf(headers)).toEqual({ freshForMs, mayKeep });
  });

  it('is that of the least fresh of several', () => {
    const [one, two] = [freshnessOf({ 'cache-control': 'max-age=60' }), freshnessOf({})];
    expect(leastFresh([two, one])).toEqual({ freshForMs: MINUTE, mayKeep: true });
    expect(leastFresh([one, freshnessOf({ 'cache-control': 'no-store' })])).toEqual({ freshForMs: 0, mayKeep: false });
  });
});
