import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', workers: 0 });
});
afterAll(() => app?.stop());

interface Report {
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

/** Lints the document of an instance with Redocly's linter. It ends with 1 if there is an error. */
async function problemsOf(url: string, ...options: string[]): Promise<string[]> {
  const linter = path.resolve('test/clients/node_modules/@redocly/cli/bin/cli.js');
  const args = [linter, 'lint', `${url}/api/v1/openapi.json`, '--format', 'json', ...options];
  const env = { ...bareEnvironment(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((failure) => failure);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

test("Redocly's recommended rules find nothing in the OpenAPI document but the slashes of the contract", async () => {
  expect(await problemsOf(app.urls[0] as string, '--config', 'docs/redocly.yaml')).toEqual([]);
  const named = await app.addWeb({ PUBLIC_URL: 'https://search.example.org' });
  const slashes = await problemsOf(named, '--extends', 'recommended');
  expect(slashes.length).toBeGreaterThan(0);
  expect(slashes.filter((problem) => !problem.startsWith('no-path-trailing-slash: '))).toEqual([]);
});
