import { gateOf, unknownHealth } from '../../lib/providers/breaker.ts';
import { readHealth } from '../../lib/providers/health.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { listProviders, providerStatus } from '../../lib/providers/status.ts';
import { RedisClock } from '../../lib/redis-clock.ts';
import { type Command, parse, printJson, printTable } from '../command.ts';

/** Prints the status endpoint as a table, with the time at which each open breaker allows a trial call. */
export const statusCommand: Command = {
  name: 'status',
  usage: 'status',
  summary: 'Show the state of every configured provider.',
  needsRedis: true,
  async run(args, { terminal, config, redis, json }) {
    parse(args, []);
    const roster = buildRoster(config);
    const clock = new RedisClock(redis);
    await clock.read();
    const health = await readHealth(redis, [...roster.providers.keys()]);
    const listed = listProviders(roster);
    const providers = (await providerStatus(redis, roster, clock.now())).map((provider, index) => ({
      ...provider,
      breaker: gateOf(health.get(listed[index]?.provider.id ?? '') ?? unknownHealth, clock.now()),
    }));
    if (json) {
      printJson(terminal, { providers });
      return 0;
    }
    const rows = providers.map(({ slug, name, group, state, breaker, open_until, last_ok_at, last_error }) => {
      const shown = open_until === '' ? breaker : `open until ${open_until}`;
      return [slug, name, group, state, shown, last_ok_at || 'never', last_error];
    });
    printTable(terminal, ['SLUG', 'NAME', 'GROUP', 'STATE', 'BREAKER', 'LAST OK', 'LAST ERROR'], rows);
    return 0;
  },
};
