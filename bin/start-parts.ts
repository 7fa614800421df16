/** What bin/start.js needs of the sources. They are bundled for it, because it is plain JavaScript. */
import type { SettingSources } from '../lib/config/setting-sources.ts';

export { settingsIn, settingsRefusal } from '../lib/config/config.ts';
export { effectiveSettings } from '../lib/config/effective-settings.ts';
export { settingSources, sourceIn } from '../lib/config/setting-sources.ts';
export { engineSlugs } from '../lib/providers/registry.ts';
export { sandboxSettings } from '../sandbox/settings.ts';

/** Runs a command of the command line in this process; null if it fails, or else what it wrote. */
export async function outputOf(args: readonly string[], environment: SettingSources['environment']) {
  const { runCommandLine } = await import('./command-line.ts');
  let output = '';
  const terminal = {
    write: (words: string) => {
      output += words;
    },
    writeError: () => {},
    readInput: async () => Buffer.alloc(0),
  };
  const code = await runCommandLine(args, terminal, () => ({ environment, '.env': {}, 'npm start': {} }));
  return code === 0 ? output.trim() : null;
}
