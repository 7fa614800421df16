import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { defineScript, luaOf, namedValues, scriptFile } from '../../lib/redis/redis-script.ts';
import { redisForSuite } from '../harness/redis.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tributary-lua-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a script to a file and returns its address. */
function script(name: string, lua: string): URL {
  const file = path.join(folder, `${name}.lua`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lua);
  return pathToFileURL(file);
}

describe('a script in a file', () => {
  test('has the files that it includes in place of the lines that name them', () => {
    script('double', 'local function double(n) return n * 2 end\n');
    const file = script('answer', '-- Why.\n  --- @include "double"\nreturn double(21)\n');
    expect(luaOf(file)).toBe('-- Why.\nlocal function double(n) return n * 2 end\n\nreturn double(21)\n');
  });

  test('includes a file once, however often and by whichever file it is named', () => {
    script('shared/clock', 'local now = 1');
    script('shared/log', '--- @include "clock"\nlocal log = now');
    const file = script(
      'both',
      '--- @include "shared/clock"\n--- @include "shared/log"\n--- @include "shared/clock"\nreturn log',
    );
    expect(luaOf(file)).toBe('local now = 1\n\nlocal log = now\n\nreturn log');
  });

  test('cannot be defined if a file that it includes does not exist', () => {
    const file = script('lost', '--- @include "nowhere"\nreturn 1');
    expect(() => scriptFile(file, 0)).toThrow(/nowhere\.lua/);
  });

  test('runs, also on a Redis that does not have it yet', async () => {
    const redis = await redisForSuite({ ownServer: true });
    script('double', 'local function double(n) return n * 2 end\n');
    const answer = scriptFile(script('keyed', '--- @include "double"\nreturn { KEYS[1], double(ARGV[1]) }'), 1);
    expect(await answer.run(redis, ['a'], [21])).toEqual(['a', 42]);
    await redis.script('FLUSH');
    expect(await answer.run(redis, ['a'], [21])).toEqual(['a', 42]);
  });
});

test('every script of the project compiles', async () => {
  const redis = await redisForSuite();
  const scripts = ['api', 'jobs', 'lib', 'workers'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.lua'))
      .map((name) => path.join(top, name)),
  );
  expect(scripts).toContain('lib/limits/lua/admission.lua');
  for (const file of scripts) {
    expect(await redis.script('LOAD', luaOf(pathToFileURL(file))), file).toMatch(/^[\da-f]{40}$/);
  }
});

test('names and values in turn become an object', () => {
  expect(namedValues(['a', 1, 'b', 'two', 'c', ''])).toEqual({ a: 1, b: 'two', c: '' });
  expect(namedValues([])).toEqual({});
});

test('a script refuses to run with fewer keys than it takes', async () => {
  const redis = await redisForSuite();
  await expect(defineScript('return 1', 2).run(redis, ['one'], [])).rejects.toThrow('takes 2 keys, not 1');
});
