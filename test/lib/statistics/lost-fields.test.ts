import { describe, expect, it } from 'vitest';
import { lostFields, type ReplyHour } from '../../../lib/statistics/lost-fields.ts';
import { presentFields } from '../../../lib/statistics/reply-fields.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 18);
const LAST_MINUTE_MS = 59 * 60_000;

/** Hours from the replies in each and how many of them had a date; the last one with it came in the last minute. */
function hoursOf(...counts: readonly (readonly [replies: number, dated: number])[]): ReplyHour[] {
  return counts.map(([replies, dated], index) => {
    const at = START + index * HOUR_MS;
    const fields = new Map<string, { count: number; lastAt: number }>();
    if (replies > 0) fields.set('web', { count: replies, lastAt: at });
    if (replies > 0) fields.set('web.results', { count: replies, lastAt: at + LAST_MINUTE_MS });
    if (dated > 0) fields.set('web.results.date', { count: dated, lastAt: at + LAST_MINUTE_MS });
    return { at, fields };
  });
}

const lost = (...counts: [replies: number, dated: number][]) => lostFields(hoursOf(...counts));
const datesSince = (hour: number) => [{ field: 'web.results.date', since: START + hour * HOUR_MS + LAST_MINUTE_MS }];

describe('a field that replies have no more', () => {
  it('is found once ten replies lack it that fifty always had, with the time of the last reply that had it', () => {
    expect(lost([50, 50], [10, 0])).toEqual(datesSince(0));
    expect(lost([50, 50], [9, 0])).toEqual([]);
    expect(lost([49, 49], [10, 0])).toEqual([]);
  });

  it('is one that at least 99 % of the replies before had', () => {
    expect(lost([100, 99], [10, 0])).toEqual(datesSince(0));
    expect(lost([100, 98], [10, 0])).toEqual([]);
  });

  it('may still be in one of ten replies', () => {
    expect(lost([60, 60], [10, 1])).toEqual(datesSince(0));
    expect(lost([60, 60], [10, 2])).toEqual([]);
  });

  it('is found although it went away in the middle of an hour, at its time', () => {
    expect(lost([60, 60], [40, 20], [15, 0])).toEqual(datesSince(1));
  });

  it('stays found for as long as it is missing, over hours without a call', () => {
    expect(lost([60, 60], [0, 0], [30, 0], [0, 0], [500, 0], [0, 0])).toEqual(datesSince(0));
  });

  it('is no more lost when it has come back, even if it was missing for long', () => {
    expect(lost([60, 60], [500, 0], [10, 10])).toEqual([]);
    expect(lost([60, 60], [500, 0], [4, 4], [0, 0], [6, 6])).toEqual([]);
  });

  it('is named itself, not what it consists of', () => {
    const hours = hoursOf([60, 60], [0, 0]);
    (hours[1] as { fields: ReplyHour['fields'] }).fields = new Map([['web', { count: 20, lastAt: START + HOUR_MS }]]);
    expect(lostFields(hours).map(({ field }) => field)).toEqual(['web.results']);
  });

  it('is never the operation', () => {
    expect(lost([60, 60], [0, 0])).toEqual([]);
    expect(lostFields([])).toEqual([]);
  });
});

describe('the fields of a reply', () => {
  const fieldsOf = (output: unknown) => [...presentFields('web', output)];

  it('are those of any of its results, without what is empty', () => {
    const results = [
      { title: 'One', url: 'https://one.example/', date: '', width: 0, sitelinks: [], isNew: false },
      { title: 'Two', url: 'https://two.example/', date: '2026-11-18', index: null, sitelinks: [{ title: 'Inner' }] },
    ];
    expect(fieldsOf({ results, correction: '', hasNext: undefined })).toEqual([
      'web',
      'web.results',
      'web.results.title',
      'web.results.url',
      'web.results.isNew',
      'web.results.date',
      'web.results.sitelinks',
      'web.results.sitelinks.title',
    ]);
    expect(fieldsOf({ results: [] })).toEqual(['web']);
    expect(fieldsOf(null)).toEqual(['web']);
  });

  it('are names of fields alone, and a bounded number of them', () => {
    expect(fieldsOf({ 'what was asked for': 1, x: { '2026-11-18': 2 } })).toEqual(['web', 'web.x']);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, 1]));
    expect(fieldsOf(many).length).toBeLessThanOrEqual(60);
  });
});
