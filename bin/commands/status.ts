import { readHealth } from '../../lib/providers/health.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { providerStatus } from '../../lib/providers/status.ts';
import { type Command, parse, printJson, printTable } from '../command.ts';

/** The status endpoint as a table, with open breakers and the time at which they let a trial through. */
export const statusCommand: Command = {
  name: 'status',
  usage: 'status',
  summary: 'Show the state of every configured provider.',
  needsRedis: true,
  async run(args, { config, redis, json }) {
    parse(args, []);
    const roster = buildRoster(config);
    const providers = await providerStatus(redis, roster);
    if (json) {
      printJson({ providers });
      return 0;
    }
    const health = await readHealth(redis, [...roster.providers.keys()]);
    const slugOf = new Map(roster.slots.map((slot) => [slot.slug, slot.provider?.slug ?? '']));
    const rows = providers.map((provider) => {
      const openUntil = health.get(slugOf.get(provider.slug) ?? '')?.openUntil ?? 0;
      const breaker = openUntil === 0 ? 'closed' : `open until ${new Date(openUntil).toISOString()}`;
      return [
        provider.slug,
        provider.name,
        provider.state,
        breaker,
        provider.last_ok_at || 'never',
        provider.last_error,
      ];
    });
    printTable(['SLUG', 'NAME', 'STATE', 'BREAKER', 'LAST OK', 'LAST ERROR'], rows);
    return 0;
  },
};
