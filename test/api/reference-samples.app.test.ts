import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiDocument } from '../../api/reference/document.ts';
import { referencePages } from '../../api/reference/pages.ts';
import { exampleRequest } from '../../api/reference/sample-request.ts';
import { samplesOf } from '../../api/reference/samples.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
});
afterAll(() => app?.stop());

test('every endpoint of the document has a place on a page, and its samples', async () => {
  const document = (await app.get('/api/v1/openapi.json', { key: '' })).body as ApiDocument;
  const pages = referencePages(document);
  const operations = pages.flatMap((page) => page.operations);
  const documented = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operations.map(({ id }) => id).sort()).toEqual(documented.sort());
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  for (const operation of operations) {
    const samples = samplesOf(operation, exampleRequest(operation), app.urls[0] as string);
    for (const sample of Object.values(samples)) expect(sample, operation.id).not.toContain('undefined');
  }
});
