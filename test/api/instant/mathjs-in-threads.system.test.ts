import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const built = (file: string) => JSON.stringify(pathToFileURL(`dist/${file}`).href);

/** Answers with the code of a web process, and prints the answer and the modules of mathjs that this process loaded. */
const SCRIPT = `
  import { createRequire } from 'node:module';
  import { InstantPool } from ${built('api/instant/pool.js')};
  import { instantQuery } from ${built('lib/answers/answer.js')};
  import { answerInstantly } from ${built('lib/answers/instant.js')};
  const pool = new InstantPool(1, { workWithinMs: 60_000, beginWithinMs: 60_000 });
  const query = instantQuery({ q: 'derivative of x^2', lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' });
  const found = await answerInstantly(query, { inThread: (types, asked) => pool.answer('one', types, asked) });
  const modules = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('mathjs'));
  console.log(JSON.stringify({ type: found?.answer.type, value: found?.answer.data.value, modules }));
  await pool.close();
`;

test('algebra is answered by a thread, and the web process does not load mathjs', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT]);
  expect(JSON.parse(stdout)).toEqual({ type: 'algebra', value: '2 x', modules: [] });
});
