import { InputError } from '../../lib/accounts/account-store.ts';
import { type AuditFilter, readAudit } from '../../lib/audit/read-audit.ts';
import type { AuditEntry } from '../../lib/audit/stored-entry.ts';
import { eventNames } from '../../lib/events.ts';
import { type Arguments, type Command, parse, printJson, printTable } from '../command.ts';

const AT_ONCE = 1_000;

/** The command for the audit log. */
export const auditCommand: Command = {
  name: 'audit',
  usage: 'audit [--since 7d|2026-11-01] [--until …] [--account NAME] [--action NAME] [--target NAME]',
  summary: 'Show who did what to accounts, keys and this instance, the newest first; by default, of the last 7 days.',
  options: [
    '--since, --until  an age such as 90m, 24h or 7d, or a day or time such as 2026-11-01',
    '--account         who acted',
    `--action          what was done: ${eventNames.slice(0, 3).join(', ')} …`,
    '--target          the account, team, key or setting that it was done to',
  ],
  needsRedis: true,
  async run(args, { terminal, redis, json }) {
    const given = parse(args, [], { text: ['since', 'until', 'account', 'action', 'target'] });
    const filter = filterIn(given);
    const found: AuditEntry[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await readAudit(redis, filter, { cursor: cursor ?? undefined, limit: AT_ONCE });
      found.push(...page.items);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    if (json) printJson(terminal, found);
    else printTable(terminal, ['TIME', 'WHO', 'VIA', 'FROM', 'WHAT', 'TARGET', 'CHANGE'], found.map(rowOf));
    return 0;
  },
};

function filterIn(given: Arguments): AuditFilter {
  const since = given.text('since') ?? '7d';
  const until = given.text('until');
  const action = given.text('action');
  if (action !== undefined && !eventNames.some((name) => name === action)) {
    throw new InputError(`There is no action "${action}". Use one of: ${eventNames.join(', ')}.`);
  }
  return {
    since: timeIn('--since', since),
    ...(until !== undefined && { until: timeIn('--until', until) }),
    account: given.text('account'),
    action,
    target: given.text('target'),
  };
}

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time, or how long ago it was, in milliseconds since the epoch. */
function timeIn(option: string, text: string, now = Date.now()): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const time = count ? now - Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS] : Date.parse(text);
  if (Number.isNaN(time))
    throw new InputError(`${option}: write an age such as 24h or 7d, or a day such as 2026-11-01.`);
  return Math.max(0, time);
}

function rowOf({ at, account, key, via, address, action, target, before, after }: AuditEntry): string[] {
  return [at, key ?? account, via, address ?? '', action, target ?? '', changeText(before, after)];
}

/** Fields before and after a change: `name: old → new`. */
function changeText(before: AuditEntry['before'] = {}, after: AuditEntry['after'] = {}): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const text = names.map((name) => `${name}: ${before[name] ?? '–'} → ${after[name] ?? '–'}`).join('; ');
  // A note may have several lines.
  return text.replace(/\p{Cc}+/gu, ' ');
}
