#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { settingSources } from '../lib/config/setting-sources.ts';
import { runCommandLine } from './command-line.ts';
import { DATA } from './home.js';

/** While `npm start` runs, the command line uses its settings, as far as the environment has no others. */
function settingsOfNpmStart(): Record<string, string | undefined> {
  try {
    return JSON.parse(readFileSync(path.join(DATA, 'start-settings.json'), 'utf8'));
  } catch {
    // `npm start` does not run.
    return {};
  }
}

// The reader has seen enough: `tributary doctor | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await runCommandLine(
  process.argv.slice(2),
  {
    write: (words) => process.stdout.write(words),
    writeError: (words) => process.stderr.write(words),
    readInput: () => buffer(process.stdin),
  },
  () => settingSources(settingsOfNpmStart()),
);
