import { type ListedProcess, listProcesses } from '../../lib/presence/process-list.ts';
import { gateOf, unknownHealth } from '../../lib/providers/breaker.ts';
import { readHealth } from '../../lib/providers/health.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { listProviders, providerStatus } from '../../lib/providers/status.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { type Command, parse, print, printJson, printTable, type Terminal } from '../command.ts';

/**
 * Prints the status endpoint as a table, with the time at which each open breaker allows a trial call, and the processes
 * that are alive.
 */
export const statusCommand: Command = {
  name: 'status',
  usage: 'status',
  summary: 'Show the state of every configured provider, and the processes that are running.',
  needsRedis: true,
  async run(args, { terminal, config, redis, queueRedis, json }) {
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
    const processes = (await listProcesses(queueRedis, clock.now())).map(describe);
    if (json) {
      printJson(terminal, { providers, processes });
      return 0;
    }
    const rows = providers.map(({ slug, name, group, state, breaker, open_until, last_ok_at, last_error }) => {
      const shown = open_until === '' ? breaker : `open until ${open_until}`;
      return [slug, name, group, state, shown, last_ok_at || 'never', last_error];
    });
    printTable(terminal, ['SLUG', 'NAME', 'GROUP', 'STATE', 'BREAKER', 'LAST OK', 'LAST ERROR'], rows);
    if (processes.length > 0) printProcesses(terminal, processes);
    return 0;
  },
};

function describe({ kind, process, host, version, startedAt, seenAt, running, waiting, problems }: ListedProcess) {
  return {
    kind,
    id: process,
    host,
    version,
    started_at: startedAt === null ? '' : new Date(startedAt).toISOString(),
    last_seen_at: new Date(seenAt).toISOString(),
    calls_running: running,
    calls_waiting: waiting,
    problems,
  };
}

function printProcesses(terminal: Terminal, processes: readonly ReturnType<typeof describe>[]): void {
  const rows = processes.map(({ kind, id, host, version, ...process }) => {
    const calls = `${process.calls_running} running, ${process.calls_waiting} waiting`;
    const started = process.started_at || 'unknown';
    const problems = process.problems.join('; ');
    return [kind, host || 'unknown', id, version || 'earlier', started, process.last_seen_at, calls, problems];
  });
  print(terminal, '');
  printTable(terminal, ['PROCESS', 'HOST', 'ID', 'VERSION', 'STARTED', 'LAST SEEN', 'CALLS', 'PROBLEMS'], rows);
}
