import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { Lines } from '../../api/ui/charts/lines.tsx';
import type { OverTime, Step } from '../../api/ui/charts/series.ts';
import { ShareBar } from '../../api/ui/charts/share-bar.tsx';
import { StackedBars } from '../../api/ui/charts/stacked-bars.tsx';
import { ticksOf } from '../../api/ui/charts/time-axis.ts';
import { durationText, shareText } from '../../api/ui/number-text.ts';
import { runs } from '../harness/fuzz.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 17, 15);
const HOLES = /\bnull\b|undefined|\bNaN\b|\[object|Infinity|style=/;

const hours = (count: number) => Array.from({ length: count }, (_, index) => START + index * HOUR);
const chart = (over: Partial<OverTime> = {}): OverTime => ({
  id: 'requests',
  title: 'Requests',
  step: 'hour',
  times: hours(24),
  series: [
    { name: 'Answered', tone: 'accent', values: hours(24).map((_, index) => index) },
    { name: 'Failed', tone: 'bad', values: hours(24).map((_, index) => (index === 3 ? 5 : 0)) },
  ],
  ...over,
});
const pointsOf = (html: string) => [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);

describe('a chart over time', () => {
  test('says the values of each point to those who do not see it, and reaches it with the keyboard', () => {
    const html = renderToString(h(StackedBars, chart()));
    expect(pointsOf(html)).toContain('17 Nov 2026, 18:00. Answered: 3, Failed: 5');
    expect(html.match(/tabindex="0" aria-label="\d/g)).toHaveLength(24);
    expect(html).toContain('At most: Answered: 23, Failed: 5.');
  });

  test('has the same numbers as a table, newest first', () => {
    const html = renderToString(h(StackedBars, chart()));
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([row]) => row.replace(/<[^>]*>/g, ' ').split(/\s{2,}/));
    expect(rows[0]?.join('|')).toContain('Hour (UTC)|Answered|Failed');
    expect(rows[1]?.join('|')).toContain('18 Nov 2026, 14:00|23|0');
    expect(rows.at(-1)?.join('|')).toContain('17 Nov 2026, 15:00|0|0');
  });

  test('of many points, the keyboard stops at one, and scripts add the others', () => {
    const times = hours(168);
    const series = [{ name: 'Calls', tone: 'accent' as const, values: times.map(() => 1) }];
    expect(renderToString(h(StackedBars, chart({ times, series }))).match(/tabindex="0" aria-label="\d/g)).toHaveLength(
      1,
    );
  });

  test('a long name is broken, so that it stays in the box; of many values, the box has those that are not 0', () => {
    const named = (name: string, value: number) => ({
      name,
      tone: 'accent' as const,
      values: hours(24).map(() => value),
    });
    const names = ['beantwortet', 'Fehler des Dienstes', 'zu oft gefragt', 'Fehler von Tributary'];
    const series = [named('Anfrage als falsch abgelehnt', 12), ...names.map((name) => named(name, 0))];
    const html = renderToString(h(StackedBars, chart({ series })));
    const box = /<svg class="box".*?<\/svg>/s.exec(html)?.[0] ?? '';
    const lines = [...box.matchAll(/<tspan[^>]*>([^<]*)/g)].map(([, line]) => line);
    expect(lines).toEqual(['17 Nov 2026, 15:00', 'Anfrage als falsch', 'abgelehnt: 12']);
    expect(pointsOf(html)[0]).toContain('Fehler von Tributary: 0');
  });

  test('says that the last point is not over', () => {
    const html = renderToString(h(StackedBars, chart({ isOpen: true })));
    expect(pointsOf(html).filter((label) => label?.includes('(so far)'))).toHaveLength(1);
    // The bar, and what its look means.
    expect(html.match(/class="open"/g)).toHaveLength(2);
    expect(html).toContain('<span>so far</span>');
  });

  test('names a series by pattern or dashes beside its colour', () => {
    const html = renderToString(h(StackedBars, chart()));
    expect(html).toMatch(/<pattern id="requests-bad".*?<path class="hatch"/);
    expect(renderToString(h(Lines, chart()))).toContain('<path class="line bad"');
  });

  test('has gaps where nothing was measured', () => {
    const values = [10, null, 30, 40, null, ...Array(19).fill(null)];
    const html = renderToString(h(Lines, chart({ series: [{ name: 'p50', tone: 'accent', values }] })));
    const path = /<path class="line accent" d="([^"]*)"/.exec(html.slice(html.indexOf('class="points"')))?.[1] ?? '';
    expect(path.match(/M/g)).toHaveLength(2);
    expect(pointsOf(html)).toContain('17 Nov 2026, 16:00. p50: –');
  });

  test('has each bar in the middle of the part that shows its values, with its label below', () => {
    const times = hours(7);
    const series = [{ name: 'Calls', tone: 'accent' as const, values: times.map(() => 1) }];
    const html = renderToString(h(StackedBars, chart({ times, series })));
    const middles = (part: string) =>
      [...html.matchAll(new RegExp(`<rect ${part} x="([\\d.]+)%" width="([\\d.]+)%"`, 'g'))].map(([, x, width]) =>
        (Number(x) + Number(width) / 2).toFixed(1),
      );
    const bars = middles('fill="[^"]*"');
    expect(bars).toHaveLength(7);
    expect(bars).toEqual(middles('class="hit"'));
    const labels = [...html.slice(html.indexOf('class="times"')).matchAll(/<text[^>]* x="([\d.]+)%"/g)];
    expect(bars).toEqual(expect.arrayContaining(labels.map(([, x]) => Number(x).toFixed(1))));
  });

  test('draws any values within its frame, without a hole in its markup', () => {
    const value = fc.oneof(fc.constant(null), fc.nat(), fc.double({ min: 0, max: 1e12, noNaN: true }));
    const given = fc
      .integer({ min: 1, max: 40 })
      .chain((count) =>
        fc.array(fc.array(value, { minLength: count, maxLength: count }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(
      fc.property(given, (columns) => {
        const series = columns.map((values, at) => ({ name: `s${at}`, tone: 'accent' as const, values }));
        const times = hours(columns[0]?.length ?? 1);
        for (const draw of [StackedBars, Lines]) {
          const html = renderToString(h(draw, chart({ times, series })));
          expect(html).not.toMatch(HOLES);
          for (const [, y] of html.matchAll(/ y="(-?[\d.]+)"/g)) expect(Number(y)).toBeGreaterThanOrEqual(0);
          for (const [, height] of html.matchAll(/ height="(-?[\d.]+)"/g))
            expect(Number(height)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: runs(1.2) },
    );
  });

  test('draws nothing at all without a fault', () => {
    const empty = chart({ times: [], series: [] });
    expect(renderToString(h(StackedBars, empty))).not.toMatch(HOLES);
    expect(renderToString(h(Lines, empty))).not.toMatch(HOLES);
  });
});

describe('the time axis', () => {
  const texts = (times: readonly number[], step: Step, locale = 'en') =>
    ticksOf(times, step, locale).map(({ text }) => text);

  test('has its labels at round times, and the day at midnight', () => {
    expect(texts(hours(24), 'hour')).toEqual([
      '15:00',
      '18:00',
      '21:00',
      '18 Nov',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '14:00',
    ]);
  });

  test('names the year in January', () => {
    const months = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index - 2));
    expect(texts(months, 'month', 'de')).toEqual([
      ...['Nov', 'Dez', '2026', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt'],
    ]);
  });

  test('has few labels, each below a point of its own', () => {
    for (const count of [1, 2, 7, 24, 30, 31, 168]) {
      const ticks = ticksOf(hours(count), 'hour', 'en');
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThan(16);
      expect(new Set(ticks.map(({ index }) => index)).size).toBe(ticks.length);
    }
  });
});

describe('a share bar', () => {
  test('says each part in words, in numbers and as a share', () => {
    const parts = [
      { name: 'From the cache', tone: 'good' as const, value: 30 },
      { name: 'From engines', tone: 'accent' as const, value: 10 },
    ];
    const html = renderToString(h(ShareBar, { id: 'cache', title: 'Answers', parts }));
    expect(html).toContain('<span>From the cache</span><strong>30 (75%)</strong>');
    expect(html).toContain('x="75%" width="25%"');
    expect(html).not.toMatch(HOLES);
  });

  test('of nothing is empty', () => {
    const parts = [{ name: 'From the cache', tone: 'good' as const, value: 0 }];
    expect(renderToString(h(ShareBar, { id: 'cache', title: 'Answers', parts }))).not.toMatch(HOLES);
  });
});

test('shares and times are written as exactly as they matter', () => {
  expect([0, 0.004, 0.256, 0.996, 1].map((share) => shareText(share, 'en'))).toEqual([
    '0%',
    '0.4%',
    '26%',
    '99.6%',
    '100%',
  ]);
  expect(shareText(0.5, 'de')).toBe('50\u00a0%');
  expect([0.4, 85.2, 999.6, 1_449].map((ms) => durationText(ms, 'en'))).toEqual([
    ...['0\u00a0ms', '85\u00a0ms', '1\u00a0s', '1.4\u00a0s'],
  ]);
});
