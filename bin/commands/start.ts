import { type ClientCommand, parse } from '../command.ts';

/** Runs everything on one machine. Unlike `npm start`, it builds nothing: a package from npm is built. */
export const startCommand: ClientCommand = {
  name: 'start',
  usage: 'start',
  summary: 'Run Tributary on this machine, with a Redis of its own unless REDIS_URL is set; data goes to .data.',
  async runAsClient(args) {
    parse(args, []);
    // Plain JavaScript beside the build. It ends the process.
    await import(new URL('../../../bin/start.js', import.meta.url).href);
    return new Promise<never>(() => {});
  },
};
