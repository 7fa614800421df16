import { describe, expect, test } from 'vitest';
import { type CrawlHappening, firecrawlEvent } from '../../lib/firecrawl/event.ts';
import { idOf, uuidOf } from '../../lib/firecrawl/uuid.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';

const ID = '6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d';
const PAGE = {
  title: 'Rivers',
  description: '',
  lang: 'en',
  finalUrl: 'https://a.example/r',
  status: 200,
  content: 'It flows.',
};
const page = { ...PAGE, contentType: 'text/html', author: '', published: '', site: '', truncated: true } as ReadPage;

describe('an event of a crawl in the shape of Firecrawl', () => {
  const of = (happening: CrawlHappening, kind: 'crawl' | 'batch_scrape' = 'crawl') =>
    firecrawlEvent(happening, { id: ID, webhookId: 'msg_1', dialect: { kind, texts: ['markdown'], warning: '' } });
  const common = { id: '6fa1c1f0-b7f6-4f2f-9d1f-8f0e2a5b9c3d', webhookId: 'msg_1', metadata: {} };

  test.each([
    [{ type: 'started' }, { success: true, type: 'crawl.started', data: [] }],
    [
      { type: 'completed', reason: '' },
      { success: true, type: 'crawl.completed', data: [] },
    ],
    [
      { type: 'partial', reason: 'limit' },
      { success: true, type: 'crawl.completed', data: [] },
    ],
    [
      { type: 'failed', reason: 'robots' },
      { success: false, type: 'crawl.failed', data: [], error: 'robots' },
    ],
    [
      { type: 'cancelled', reason: '' },
      { success: false, type: 'crawl.failed', data: [], error: 'The crawl was cancelled.' },
    ],
    [
      { type: 'page', url: 'https://a.example/x', reason: 'it answered with status 404' },
      {
        success: false,
        type: 'crawl.page',
        data: [
          {
            metadata: {
              sourceURL: 'https://a.example/x',
              url: 'https://a.example/x',
              error: 'it answered with status 404',
            },
          },
        ],
        error: 'it answered with status 404',
      },
    ],
  ] as [CrawlHappening, object][])('%j', (happening, expected) => {
    expect(of(happening)).toEqual({ ...common, ...expected });
  });

  test('has the document of a page', () => {
    expect(of({ type: 'page', url: 'https://a.example/', page }, 'batch_scrape')).toEqual({
      ...common,
      success: true,
      type: 'batch_scrape.page',
      data: [
        {
          markdown: 'It flows.',
          warning: 'The page was too long and has been truncated.',
          metadata: {
            title: 'Rivers',
            description: '',
            language: 'en',
            sourceURL: 'https://a.example/',
            url: 'https://a.example/r',
            statusCode: 200,
            contentType: 'text/html',
          },
        },
      ],
    });
  });
});

test('ids are told in their form, and read in either', () => {
  expect(idOf(uuidOf(ID))).toBe(ID);
  expect(idOf(ID)).toBe(ID);
});
