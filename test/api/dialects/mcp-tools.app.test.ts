import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../../api/dialects/mcp-tools.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
});
afterAll(() => app?.stop());

const NO_STREAM = 'A result of a tool comes as a whole. A deadline ends a search that takes too long.';

/** The operations of the API that no tool offers, and why. A new one needs a tool or a reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  root: 'Clients read the list of tools instead.',
  crawl_cancel: 'A crawl of a tool has few pages, and ends by itself.',
  crawl_deliveries: 'Tools have no webhooks.',
  crawl_delivery_send: 'Tools have no webhooks.',
  crawl_pages: 'crawl_site returns them.',
  crawl_start: 'crawl_site starts one.',
  crawl_stream: NO_STREAM,
  crawls: 'crawl_site returns the id of its own.',
  similar_images: 'It searches images by a caption, which image_search does with the same words.',
  translate_languages: 'Models know the codes of languages, and translate names the parameter that is wrong.',
  cards: 'They stand beside the results of a page. web_search, instant_answer and geocode find the same facts.',
  rerank: 'A model ranks what it reads itself. context and web_search rank already.',
  status: 'It tells people how the engines are. A result names the engines that failed.',
  key: 'It is about the key, not about the world. A result says how long to wait if a limit is reached.',
  admin: 'A key that manages can do nothing else, and is for programs of the operator.',
  batch: 'Models call several tools at once. One tool for all would repeat the arguments of each in its own.',
  web_stream: NO_STREAM,
  images_stream: NO_STREAM,
  news_stream: NO_STREAM,
  videos_stream: NO_STREAM,
  context_stream: NO_STREAM,
};

test('every operation of the API is offered as a tool, or left out for a reason', async () => {
  const { body } = await app.get('/api/v1/openapi.json');
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object));
  const ids = operations.map(({ operationId }: { operationId: string }) =>
    operationId.replace(/_post$|(?<=^admin)_.*/, ''),
  );
  const offered = new Set(tools.map(({ endpoint }) => endpoint.name));
  const missing = new Set(ids.filter((id) => !offered.has(id)));
  expect([...missing].sort()).toEqual(Object.keys(LEFT_OUT).sort());
});
