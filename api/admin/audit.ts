import { z } from 'zod';
import { readAudit } from '../../lib/audit/read-audit.ts';
import type { AuditEntry } from '../../lib/audit/stored-entry.ts';
import { eventNames } from '../../lib/events.ts';
import { allowAdministration } from '../../lib/keys/authority.ts';
import { listOf, listQuery } from './fields.ts';
import { defineOperation } from './operation.ts';

const fields = z.record(z.string(), z.string());
const auditEntry = z
  .object({
    id: z.string().describe('The place of the entry in the log.'),
    at: z.string().describe('ISO 8601.'),
    account: z
      .string()
      .describe('Who acted; on the command line, the user of the system. Empty if nobody had signed in.'),
    key: z.string().describe('The public part of the key with which it acted, or empty.'),
    via: z.string().describe('`page`, `management API`, `command line`, `single sign-on`, `connector` or `instance`.'),
    address: z.string().describe('From which address; on the command line, the machine. May be empty.'),
    program: z.string().describe('The client’s program, or empty.'),
    request_id: z.string().describe('The request, or empty.'),
    action: z.string().meta({ example: 'key created' }),
    target: z.string().describe('The account, team, key or setting that it was done to, or empty.'),
    before: fields.describe('The fields that changed, before; without those that were not set.'),
    after: fields.describe('The same fields afterwards.'),
  })
  .meta({ id: 'AuditEntry' });

const time = z.iso
  .datetime({ offset: true, error: 'Give a time such as 2026-11-01T00:00:00Z.' })
  .transform((text) => Date.parse(text))
  .optional();

function entryShown({ request = '', key = '', address = '', program = '', ...entry }: AuditEntry) {
  const { target = '', before = {}, after = {}, ...others } = entry;
  return { ...others, key, address, program, request_id: request, target, before, after };
}

/** The audit log, for administrators. */
export const auditOperations = [
  defineOperation({
    name: 'audit',
    method: 'GET',
    path: '/api/v1/admin/audit/',
    summary: 'Read the audit log',
    description:
      'Lists who did what to accounts, keys and this instance, the newest first. With a filter, a part may have fewer ' +
      'entries than `limit`, or none, and a `next_cursor`. For administrators.',
    query: z.object({
      account: z.string().max(100).optional().describe('Only what this account did.').meta({ example: 'ada' }),
      action: z
        .enum(eventNames, 'There is no such action.')
        .optional()
        .describe('Only this action.')
        .meta({ example: 'key created' }),
      target: z
        .string()
        .max(200)
        .optional()
        .describe('Only what was done to this account, team, key or setting.')
        .meta({ example: 'ada' }),
      since: time.describe('Only from this time on, ISO 8601.').meta({ example: '2026-11-01T00:00:00Z' }),
      until: time.describe('Only until this time, ISO 8601.').meta({ example: '2026-11-30T00:00:00Z' }),
      ...listQuery,
    }),
    reply: listOf(auditEntry),
    example: {
      items: [
        {
          id: '1794822600000-0',
          at: '2026-11-16T10:30:00.000Z',
          account: 'ada',
          key: '',
          via: 'page',
          address: '203.0.113.9',
          program: 'Mozilla/5.0',
          request_id: '5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f',
          action: 'key changed',
          target: 'trib_1a2B3c4D',
          before: { name: 'laptop' },
          after: { name: 'phone', burst: '10/min' },
        },
      ],
      next_cursor: null,
    },
    async handle({ query, actor, redis }) {
      allowAdministration(actor);
      const { cursor, limit, ...filter } = query;
      const { items, next_cursor } = await readAudit(redis, filter, { cursor, limit });
      return { body: { items: items.map(entryShown), next_cursor } };
    },
  }),
];
