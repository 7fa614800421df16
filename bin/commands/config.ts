import { effectiveSettings } from '../../lib/config/effective-settings.ts';
import { parse, print, printJson, printTable, type SettingsCommand } from '../command.ts';

/** Prints every setting that takes effect, and where it comes from. */
const show: SettingsCommand = {
  name: 'config',
  usage: 'config [--set]',
  summary: 'Show every setting with its source, without secrets; --set shows only those that are set.',
  async runWithSources(args, { terminal, sources, json }) {
    const onlySet = parse(args, [], { flags: ['set'] }).flag('set');
    const { settings, invalid } = effectiveSettings(sources);
    const shown = settings.filter(({ source }) => !onlySet || source !== 'default');
    if (json) printJson(terminal, shown);
    else {
      printTable(
        terminal,
        ['SETTING', 'VALUE', 'SOURCE'],
        shown.map(({ name, value, source }) => [name, value, source]),
      );
    }
    for (const problem of invalid) terminal.writeError(`invalid: ${problem}\n`);
    return invalid.length === 0 ? 0 : 1;
  },
};

/** Checks the settings, before a deployment starts with them. */
const check: SettingsCommand = {
  name: 'config check',
  usage: 'config check',
  summary: 'Check the settings without starting anything; exits with 1 if any is invalid.',
  async runWithSources(args, { terminal, sources, json }) {
    parse(args, []);
    const { invalid, warnings } = effectiveSettings(sources);
    if (json) printJson(terminal, { invalid, warnings });
    else {
      for (const text of invalid) print(terminal, `fail  ${text}`);
      for (const text of warnings) print(terminal, `warn  ${text}`);
      if (invalid.length + warnings.length === 0) print(terminal, 'ok    all settings are valid');
    }
    return invalid.length === 0 ? 0 : 1;
  },
};

export const configCommands = [check, show];
