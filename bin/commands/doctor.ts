import type { Redis } from 'ioredis';
import { countWorkers } from '../../jobs/worker-presence.ts';
import { buildRoster, type Provider, type Roster } from '../../lib/providers/roster.ts';
import { listProviders } from '../../lib/providers/status.ts';
import { whenReady } from '../../lib/redis.ts';
import { checkRedis, type RedisRole } from '../../lib/redis-check.ts';
import { RedisClock } from '../../lib/redis-clock.ts';
import { type Command, type CommandContext, parse, print, printJson } from '../command.ts';

/** The result of one check. `warn` should be fixed; `fail` prevents the service from working. */
interface Finding {
  what: string;
  level: 'ok' | 'warn' | 'fail';
  text: string;
}

/** Checks everything that a deployment needs; exits with 1 if something prevents it from working. */
export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'Check Redis, workers and the configuration of every provider.',
  needsRedis: false,
  async run(args, context) {
    parse(args, []);
    const findings = [
      ...(await examineRedis('main', context.redis)),
      ...(context.queueRedis === context.redis ? [] : await examineRedis('queue', context.queueRedis)),
      await examineWorkers(context),
      ...examineProviders(context),
    ];
    if (context.json) printJson(findings);
    else for (const { level, what, text } of findings) print(`${level.padEnd(4)}  ${what}: ${text}`);
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
};

async function examineRedis(role: RedisRole, redis: Redis): Promise<Finding[]> {
  const what = role === 'main' ? 'redis' : 'queue redis';
  try {
    await whenReady(redis);
    const { version, warnings } = await checkRedis(redis, role);
    return [
      { what, level: 'ok', text: `version ${version} answers` },
      ...warnings.map((text): Finding => ({ what, level: 'warn', text })),
    ];
  } catch (error) {
    return [{ what, level: 'fail', text: `cannot be reached: ${(error as Error).message}` }];
  }
}

async function examineWorkers({ redis, queueRedis }: CommandContext): Promise<Finding> {
  try {
    const clock = new RedisClock(redis);
    await clock.read();
    const count = await countWorkers(queueRedis, clock.now());
    if (count > 0) return { what: 'workers', level: 'ok', text: `${count} running` };
    return { what: 'workers', level: 'fail', text: 'none is running: start one (`worker` in the Procfile)' };
  } catch {
    return { what: 'workers', level: 'fail', text: 'unknown while Redis is unavailable' };
  }
}

function examineProviders({ config }: CommandContext): Finding[] {
  const roster = buildRoster(config);
  const slots = roster.slots.map(({ slug, label, provider }, index): Finding => {
    const adapter = config.slots[index]?.adapter;
    if (provider) return { what: slug, level: 'ok', text: `${label} at ${hostOf(provider)}` };
    if (!adapter) return { what: slug, level: 'warn', text: 'no engine assigned' };
    const name = adapter.toUpperCase();
    return {
      what: slug,
      level: 'warn',
      text: `${label} is not configured: set ${name}_API_KEY (and ${name}_URL if private)`,
    };
  });
  const none = slots.every(({ level }) => level !== 'ok');
  const engines: Finding[] = none
    ? [{ what: 'engines', level: 'fail', text: 'none is configured: every search will fail with 503' }]
    : [];
  const others = listProviders(roster)
    .filter(({ provider }) => provider.group !== 'web')
    .map(
      ({ name, provider }): Finding => ({ what: provider.group, level: 'ok', text: `${name} at ${hostOf(provider)}` }),
    );
  return [...slots, ...engines, ...others, ...examineTranslation(config, roster)];
}

/** A chosen backend without its settings is a warning; no backend at all is fine. */
function examineTranslation({ translate }: CommandContext['config'], roster: Roster): Finding[] {
  if (roster.serving('translate').length > 0) return [];
  const text = translate
    ? `${translate} is not configured: set ${translate.toUpperCase()}_URL or ${translate.toUpperCase()}_API_KEY`
    : 'off: set TRANSLATE to enable it';
  return [{ what: 'translate', level: translate ? 'warn' : 'ok', text }];
}

function hostOf({ settings }: Provider): string {
  return new URL(settings.url.replace('{lang}', 'lang')).host;
}
