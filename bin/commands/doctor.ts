import { periods } from '../../lib/budgets/budget.ts';
import { readBudgets } from '../../lib/budgets/budget-status.ts';
import type { FailureCode } from '../../lib/outcome.ts';
import { clockProblem, type JobWriter, jobWriter, processName, whyUnreadable } from '../../lib/presence/problems.ts';
import { WEBS, WORKERS } from '../../lib/presence/process-kind.ts';
import { processesNow } from '../../lib/presence/process-list.ts';
import type { WorkerRecord } from '../../lib/presence/process-record.ts';
import { missingContacts } from '../../lib/providers/contact.ts';
import { settingsOfWebProcesses } from '../../lib/providers/published-settings.ts';
import { buildRoster, type Roster } from '../../lib/providers/roster.ts';
import { type SettingsSummary, summariseSettings } from '../../lib/providers/settings-summary.ts';
import { listProviders } from '../../lib/providers/status.ts';
import { missingProxy, seesUntrustedProxy, UNTRUSTED_PROXY } from '../../lib/proxy-check.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { type Command, type CommandContext, parse, print, printJson } from '../command.ts';
import { errorsOn, secretOf } from './command-secret.ts';
import { examineRedis } from './examine-redis.ts';
import { examineSingleSignOn } from './examine-single-sign-on.ts';
import type { Finding } from './finding.ts';

/** Checks everything that a deployment needs; exits with 1 if something prevents it from working. */
export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor [--live]',
  summary: 'Check Redis, workers and the configuration of every provider; --live calls each provider once.',
  needsRedis: false,
  async run(args, context) {
    const live = parse(args, [], { flags: ['live'] }).flag('live');
    const { config } = context;
    const own = summariseSettings(config);
    const findings = await examineRedis('main', context.redis, config.redis, config);
    const clock = new RedisClock(context.redis);
    const answers =
      findings.every(({ level }) => level !== 'fail') &&
      (await clock.read().then(
        () => true,
        () => false,
      ));
    if (context.queueRedis !== context.redis) {
      findings.push(...(await examineRedis('queue', context.queueRedis, config.queueRedis, config)));
    }
    if (answers) findings.push(examineClock(clock));
    const isWell = findings.every(({ level }) => level !== 'fail');
    findings.push(...(await examineProcesses(context, clock, isWell)));
    findings.push(...examineContact(context));
    findings.push(...(await examineSingleSignOn(context, answers)));
    findings.push(...examineProxy(context, answers && (await seesUntrustedProxy(context.redis))));
    // If the queues' Redis is away, the finding about it has the reason.
    const running = answers ? await settingsOfWebProcesses(context.queueRedis, clock.now()).catch(() => []) : [];
    findings.push(...examineSettings(own, running), ...examineProviders(running[0] ?? own));
    if (answers) findings.push(...(await examineBudgets(context, clock)));
    if (live) findings.push(...(await examineLive(context, clock)));
    if (context.json) printJson(context.terminal, findings);
    else for (const { level, what, text } of findings) print(context.terminal, `${level.padEnd(4)}  ${what}: ${text}`);
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
};

function examineClock(clock: RedisClock): Finding {
  const skewMs = Math.abs(clock.skewMs());
  if (clockProblem(skewMs) === null) return { what: 'clock', level: 'ok', text: `${skewMs} ms off the clock of Redis` };
  const seconds = (skewMs / 1_000).toFixed(1);
  return { what: 'clock', level: 'warn', text: `${seconds} s off the clock of Redis: synchronise both machines (NTP)` };
}

/** Whether a worker can read the jobs of the web processes, or of this command line if there is none; and all clocks. */
async function examineProcesses(context: CommandContext, clock: RedisClock, isRedisWell: boolean): Promise<Finding[]> {
  const { queueRedis } = context;
  try {
    const [webs, workers] = await Promise.all([
      processesNow(WEBS, queueRedis, clock.now()),
      processesNow(WORKERS, queueRedis, clock.now()),
    ]);
    const [own = ''] = await secretOf(context, clock).fingerprints();
    const writers = webs.length > 0 ? webs : [jobWriter(own)];
    const named = [
      ...webs.map((web) => [processName('web', web), web] as const),
      ...workers.map((worker) => [processName('worker', worker), worker] as const),
    ];
    const clocks = named.flatMap(([name, { skewMs, host }]): Finding[] => {
      const text = clockProblem(skewMs);
      return text === null ? [] : [{ what: 'clock', level: 'warn', text: `${name} on ${host}: ${text}` }];
    });
    if (workers.length === 0 && !isRedisWell) {
      const text = 'unknown: they cannot register until Redis is fixed';
      return [{ what: 'workers', level: 'fail', text }, ...clocks];
    }
    return [judgeWorkers(workers, writers), ...clocks];
  } catch {
    // The finding about Redis has the reason.
    return [{ what: 'workers', level: 'fail', text: 'unknown while Redis is unavailable' }];
  }
}

function judgeWorkers(workers: readonly WorkerRecord[], writers: readonly JobWriter[]): Finding {
  const what = 'workers';
  if (workers.length === 0)
    return { what, level: 'fail', text: 'none is running: start one (`worker` in the Procfile)' };
  const unable = workers.flatMap((worker) => {
    const [reason] = writers.flatMap((writer) => whyUnreadable(worker, writer) ?? []);
    return reason === undefined ? [] : [`${processName('worker', worker)} on ${worker.host || 'unknown'}: ${reason}`];
  });
  if (unable.length === 0) return { what, level: 'ok', text: `${workers.length} running` };
  const text = `${unable.length} of ${workers.length} cannot read jobs: ${unable.join('; ')}`;
  return { what, level: unable.length < workers.length ? 'warn' : 'fail', text };
}

/** Public services want to know whom to write to. */
function examineContact({ config }: CommandContext): Finding[] {
  const texts = missingContacts(buildRoster(config).providers.values());
  return texts.map((text): Finding => ({ what: 'contact', level: 'warn', text }));
}

function examineProxy({ config }: CommandContext, isMet: boolean): Finding[] {
  const text = isMet ? UNTRUSTED_PROXY : missingProxy(config);
  return text === null ? [] : [{ what: 'proxy', level: 'warn', text }];
}

/** Compares the settings of this command line with those of the web processes, which decide what is called. */
function examineSettings(own: SettingsSummary, [first, ...others]: readonly SettingsSummary[]): Finding[] {
  if (!first) return [];
  const what = 'settings';
  if (others.length > 0) {
    return [{ what, level: 'warn', text: 'web processes with different settings are running; restart the older ones' }];
  }
  if (JSON.stringify(own) === JSON.stringify(first)) {
    return [{ what, level: 'ok', text: 'same as those of the running web process' }];
  }
  const text =
    'this command line and the running web process have different settings; those of the web process are shown';
  return [{ what, level: 'warn', text }];
}

function examineProviders({ slots, services, translate }: SettingsSummary): Finding[] {
  const engines = slots.map(({ slug, label, adapter, host }): Finding => {
    if (host !== null) return { what: slug, level: 'ok', text: `${label} at ${host}` };
    if (adapter === null) return { what: slug, level: 'warn', text: 'no engine assigned' };
    const name = adapter.toUpperCase();
    const text = `${label} is not configured: set ${name}_API_KEY (and ${name}_URL if private)`;
    return { what: slug, level: 'warn', text };
  });
  const none = engines.every(({ level }) => level !== 'ok');
  if (none)
    engines.push({ what: 'engines', level: 'fail', text: 'none is configured: every search will fail with 503' });
  const others = services.map(
    ({ group, name, host }): Finding => ({ what: group, level: 'ok', text: `${name} at ${host}` }),
  );
  const translates = services.some(({ group }) => group === 'translate');
  return [...engines, ...others, ...(translates ? [] : [withoutTranslation(translate)])];
}

/** What is left of each budget, and whether a new primary of Redis would know what was spent. */
async function examineBudgets({ config, redis }: CommandContext, clock: RedisClock): Promise<Finding[]> {
  const budgets = await readBudgets(redis, buildRoster(config).providers.values(), clock.now());
  const what = 'budget';
  const findings = [...budgets].flatMap(([provider, status]) =>
    periods.flatMap((period): Finding[] => {
      const { limit, used, left, spent_on } = status[period];
      if (limit === null) return [];
      const until =
        spent_on === null ? '' : left === 0 ? ': it is not called any more' : `; nothing is left on ${spent_on}`;
      const text = `${provider} has spent ${used} of ${limit} units of this ${period}${until}`;
      return [{ what, level: spent_on === null ? 'ok' : 'warn', text }];
    }),
  );
  const isUnsure = budgets.size > 0 && config.redis.kind !== 'single' && config.redisWaitReplicas === 0;
  const text = 'set REDIS_WAIT_REPLICAS=1, or a failover of Redis may forget the last units that were spent';
  return [...findings, ...(isUnsure ? [{ what, level: 'warn', text } satisfies Finding] : [])];
}

/** A chosen backend without its settings is a warning; no backend at all is fine. */
function withoutTranslation(translate: string | null): Finding {
  const text = translate
    ? `${translate} is not configured: set ${translate.toUpperCase()}_URL or ${translate.toUpperCase()}_API_KEY`
    : 'off: set TRANSLATE to enable it';
  return { what: 'translate', level: translate ? 'warn' : 'ok', text };
}

/**
 * Calls every provider with the settings of this command line, because only a call shows whether a key is accepted, and
 * one of them through the queue, because only that shows whether a worker answers.
 */
async function examineLive(context: CommandContext, clock: RedisClock): Promise<Finding[]> {
  const { terminal, config } = context;
  terminal.writeError(
    'Calling every configured provider once, and one of them through a worker. Calls may be billed.\n',
  );
  // The HTTP client takes a fifth of the start of every command, and only this needs it.
  const { callEveryProvider } = await import('./live-calls.ts');
  const roster = buildRoster(config);
  const calls = await callEveryProvider(roster, context.redis, clock, errorsOn(context));
  const findings = calls.map(({ slug, name, result, tookMs }): Finding => {
    const what = `live ${slug}`;
    if (result.ok) return { what, level: 'ok', text: `${name} answered in ${tookMs} ms` };
    const { code, reason } = result.failure;
    return { what, level: 'fail', text: `${name}: ${code} (${reason})` };
  });
  return [...findings, ...(await examineQueue(context, clock, roster))];
}

/** Failures of our own. With any other, a worker has called the provider. */
const OWN_FAILURES: readonly FailureCode[] = ['internal', 'timeout', 'expired', 'overloaded'];

async function examineQueue(context: CommandContext, clock: RedisClock, roster: Roster) {
  const entry = listProviders(roster).find(({ provider }) => !provider.rate);
  if (!entry) return [];
  const { testThroughQueue } = await import('./queued-call.ts');
  const errors = errorsOn(context);
  const outcome = await testThroughQueue(entry.provider, { ...context, clock, errors });
  const failed = !outcome.ok && OWN_FAILURES.includes(outcome.failure.code);
  const text = failed
    ? `no answer from ${entry.name} through the queue: ${outcome.failure.reason}`
    : `a worker called ${entry.name} in ${Math.round(outcome.ms)} ms`;
  return [{ what: 'live worker', level: failed ? 'fail' : 'ok', text } satisfies Finding];
}
