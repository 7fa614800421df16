import path from 'node:path';
import { startVitest } from 'vitest/node';

/**
 * `npm run test:all`: runs all tests, or those of the files that are named. A file that fails is run again by itself:
 * with real servers, processes and browsers on a few cores, a test can fail because another one was busy. What fails by
 * itself too fails the run. What does not is named in the last lines, because such a test needs to be mended.
 */

/** More than this is no coincidence. */
const MOST_FILES = 8;

const say = (line) => process.stdout.write(`${line}\n`);
const whole = await startVitest('test', process.argv.slice(2));
const failed = whole.state.getFailedFilepaths();
if (failed.length > 0 && failed.length <= MOST_FILES && whole.state.getUnhandledErrors().length === 0) {
  say('\nThe files that failed are run again, one by one:');
  process.exitCode = 0;
  const alone = await startVitest('test', failed, { maxWorkers: 1 });
  const again = new Set(alone.state.getFailedFilepaths());
  if (alone.state.getUnhandledErrors().length > 0 || again.size > 0) process.exitCode = 1;
  for (const file of failed) {
    const found = again.has(file) ? 'Failed twice' : 'To mend, failed only in the whole run';
    say(`${found}: ${path.relative('', file)}`);
  }
}
