import { resultCount } from '../../jobs/test-call.ts';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { FieldError } from '../../lib/keys/authority.ts';
import { readErrors, readHours, summaryOf } from '../../lib/providers/call-hours.ts';
import { pauseFields, pauseProvider, providerNamed, resumeProvider } from '../../lib/providers/pause-by-hand.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { listProviders, providerStatus } from '../../lib/providers/status.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { type Command, type CommandContext, parse, print, printJson, printTable } from '../command.ts';
import { errorsOn } from './command-secret.ts';

const HOURS = 24;

/** The engines and services, with what came of their calls within a day. */
async function listed({ config, redis }: CommandContext) {
  const clock = new RedisClock(redis);
  await clock.read();
  const roster = buildRoster(config);
  const [statuses, providers] = [await providerStatus(redis, roster, clock.now()), listProviders(roster)];
  const ids = providers.map(({ provider }) => provider.id);
  const [days, errors] = await Promise.all([
    Promise.all(ids.map((id) => readHours(redis, id, clock.now(), HOURS))),
    Promise.all(ids.map((id) => readErrors(redis, id, 1))),
  ]);
  return statuses.map(({ slug, name, state, pause }, at) => {
    const { calls, successRate, p50, p95 } = summaryOf(days[at] ?? []);
    const [last] = errors[at] ?? [];
    return {
      ...{
        slug,
        name,
        state,
        calls,
        success_rate: successRate === null ? null : Math.round(successRate * 1_000) / 1_000,
      },
      ...{ p50_ms: rounded(p50), p95_ms: rounded(p95) },
      last_error: last ? { at: new Date(last.at).toISOString(), code: last.code, reason: last.reason } : null,
      pause: pause ?? null,
    };
  });
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

/** The commands about engines and services. */
export const engineCommands: readonly Command[] = [
  {
    name: 'engine list',
    usage: 'engine list',
    summary: 'List the engines and services, with the success rate and the latency of the last 24 hours.',
    needsRedis: true,
    async run(args, context) {
      parse(args, []);
      const engines = await listed(context);
      if (context.json) printJson(context.terminal, engines);
      else {
        const rows = engines.map(({ slug, name, state, calls, success_rate, p50_ms, p95_ms, last_error, pause }) => [
          ...[slug, name, success_rate === null ? '-' : `${Math.round(success_rate * 1_000) / 10} %`, String(calls)],
          ...[p50_ms === null ? '-' : `${p50_ms} / ${p95_ms} ms`, pause ? 'paused' : state],
          pause ? [pause.until && `until ${pause.until}`, pause.reason].filter(Boolean).join(': ') : '',
          last_error ? `${last_error.at} ${last_error.code}` : '',
        ]);
        const header = ['SLUG', 'NAME', 'SUCCESS', 'CALLS', 'P50 / P95', 'STATE', 'PAUSE', 'LAST FAILURE'];
        printTable(context.terminal, header, rows);
      }
      return 0;
    },
  },
  {
    name: 'engine pause',
    usage: 'engine pause SLUG [--reason TEXT] [--for 1h|24h]',
    summary: 'Pause an engine or service: no process calls it until it is resumed, or until the time is over.',
    needsRedis: true,
    async run(args, { terminal, config, redis, json, operator }) {
      const given = parse(args, ['SLUG'], { text: ['reason', 'for'] });
      const [slug = ''] = given.positionals;
      const fields = pauseFields.safeParse({ reason: given.text('reason'), for: given.text('for') });
      if (!fields.success) {
        const [issue] = fields.error.issues;
        throw new FieldError(String(issue?.path[0]), issue?.message ?? '');
      }
      const clock = new RedisClock(redis);
      await clock.read();
      const engine = providerNamed(buildRoster(config), slug);
      const { reason, until } = await pauseProvider(redis, operator, engine, fields.data, clock.now());
      const end = until === 0 ? '' : new Date(until).toISOString();
      if (json) printJson(terminal, { slug, reason, until: end });
      else print(terminal, `paused ${slug} ${end === '' ? 'until it is resumed' : `until ${end}`}`);
      return 0;
    },
  },
  {
    name: 'engine resume',
    usage: 'engine resume SLUG',
    summary: 'End the pause of an engine or service.',
    needsRedis: true,
    async run(args, { terminal, config, redis, json, operator }) {
      const [slug = ''] = parse(args, ['SLUG']).positionals;
      const wasPaused = await resumeProvider(redis, operator, providerNamed(buildRoster(config), slug));
      if (json) printJson(terminal, { slug, was_paused: wasPaused });
      else print(terminal, wasPaused ? `resumed ${slug}` : `${slug} is not paused`);
      return 0;
    },
  },
  {
    name: 'engine test',
    usage: 'engine test SLUG',
    summary: 'Have a worker call an engine or service with a fixed question. Takes units of its budget.',
    needsRedis: true,
    async run(args, context) {
      const { terminal, config, redis, queueRedis, json, operator } = context;
      const [slug = ''] = parse(args, ['SLUG']).positionals;
      const clock = new RedisClock(redis);
      await clock.read();
      const { provider, name } = providerNamed(buildRoster(config), slug);
      await writeEntry(redis, operator.source, { action: 'engine tested', target: slug });
      const { testThroughQueue } = await import('./queued-call.ts');
      const calling = { config, redis, queueRedis, clock, errors: errorsOn(context) };
      const outcome = await testThroughQueue(provider, calling);
      const ms = Math.round(outcome.ms);
      const [code, error] = outcome.ok ? ['ok', ''] : [outcome.failure.code, outcome.failure.reason];
      const results = outcome.ok ? resultCount(outcome.value) : null;
      if (json) printJson(terminal, { slug, outcome: code, ms, results, error });
      else if (!outcome.ok) print(terminal, `${name}: ${code} after ${ms} ms (${error})`);
      else print(terminal, `${name} answered in ${ms} ms${results === null ? '' : ` with ${results} results`}`);
      return outcome.ok ? 0 : 1;
    },
  },
];
