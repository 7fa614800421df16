import { z } from 'zod';
import { type Alert, alertKinds } from '../../lib/alerts/alert.ts';
import { readAlertHistory, readOpenAlerts } from '../../lib/alerts/alert-store.ts';
import { alertTexts } from '../../lib/alerts/texts/alert-texts.ts';
import { allowAdministration } from '../../lib/keys/authority.ts';
import { pageByName } from '../../lib/list-cursor.ts';
import { listOf, listQuery } from './fields.ts';
import { defineOperation } from './operation.ts';

const shownAlert = z
  .object({
    id: z.string().describe('Unique among the open alerts.').meta({ example: 'engine_failing:engine_a' }),
    kind: z.enum(alertKinds),
    subject: z.string().describe('The slug of the engine or service, or the key, that it is about, or empty.'),
    account: z.string().describe('The account that it concerns, or empty.'),
    since: z.string().describe('When it began, ISO 8601.'),
    until: z.string().describe('When it ended, ISO 8601; empty while it is open.'),
    text: z.string().describe('What is wrong, in a sentence.'),
    facts: z.record(z.string(), z.union([z.string(), z.number()])).describe('Figures, by the kind of the alert.'),
  })
  .meta({ id: 'Alert' });

function shown(alert: Alert): z.infer<typeof shownAlert> {
  const { id, kind, subject, account, since, until, facts } = alert;
  const isoOf = (at: number | null) => (at === null ? '' : new Date(at).toISOString());
  const text = alertTexts('en').line(alert);
  return { id, kind, subject, account: account ?? '', since: isoOf(since), until: isoOf(until), text, facts };
}

/** More are not kept. */
const ENDED = 200;

/** The alerts of the instance, for administrators. */
export const alertOperations = [
  defineOperation({
    name: 'alerts',
    method: 'GET',
    path: '/api/v1/admin/alerts/',
    summary: 'List alerts',
    description:
      'Lists what needs a hand now or, with `state=ended`, the last 200 alerts that have ended; the oldest first. ' +
      'For administrators.',
    query: z.object({
      state: z.enum(['open', 'ended']).default('open').describe('Those that are open, or that have ended.'),
      ...listQuery,
    }),
    reply: listOf(shownAlert),
    example: {
      items: [
        {
          id: 'engine_failing:engine_a',
          kind: 'engine_failing',
          subject: 'engine_a',
          account: '',
          since: '2026-11-18T20:15:00.000Z',
          until: '',
          text: 'Brave (engine_a) has been failing for more than ten minutes: no answer in time.',
          facts: { name: 'Brave', group: 'web', error: 'no answer in 3000 ms', code: 'timeout' },
        },
      ],
      next_cursor: null,
    },
    async handle({ query, actor, redis }) {
      allowAdministration(actor);
      const { state, ...part } = query;
      const alerts = await (state === 'open' ? readOpenAlerts(redis) : readAlertHistory(redis, ENDED));
      const nameOf = ({ since, id }: { since: string; id: string }) => `${since} ${id}`;
      const sorted = alerts.map(shown).sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      return { body: pageByName(sorted, nameOf, part) };
    },
  }),
];
