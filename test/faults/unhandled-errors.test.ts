import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CODE = `
  import { beginProcess } from './dist/lib/process.js';
  beginProcess('test');
  const command = { name: 'hello', args: ['3', 'AUTH', 'default', 'hunter2'] };
  Promise.reject(Object.assign(new Error('WRONGPASS invalid password'), { command }));
`;

test('an error that nobody handles ends the process and is logged without the arguments of the command', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', CODE], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(1);
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    err: { message: 'WRONGPASS invalid password', command: 'hello' },
  });
  expect(stdout + stderr).not.toContain('hunter2');
});

test.each(['api/server.ts', 'workers/main.ts'])('%s begins in the same way', (file) => {
  expect(readFileSync(file, 'utf8')).toContain(' = beginProcess(');
});
