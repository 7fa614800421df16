import { failureReasonsEn } from '../../providers/texts/failure-reasons.ts';
import type { Alert } from '../alert.ts';
import { budgetSetting, colonAndReason, engineName } from './about-engine.ts';
import type { AlertWords } from './alert-words.ts';
import type { Figures } from './figures.ts';

const periods: Readonly<Record<string, string>> = { day: 'today', month: 'this month' };
const budget = (alert: Alert, count: Figures['count'], what: string) => {
  const { period, used, limit } = alert.facts;
  return `${what} for ${engineName(alert)} ${periods[String(period)]} is spent: ${count(used)} of ${count(limit)} units.`;
};
const others = ({ facts }: Alert) =>
  facts.more === undefined ? '' : ` Sign-ins from new devices after that: ${facts.more}.`;
const device = ({ facts }: Alert) => [facts.browser, facts.system].filter(Boolean).join(' on ') || 'an unknown program';

export const en = ({ count, day, minute }: Figures): AlertWords => ({
  line(alert) {
    const { kind, subject, facts } = alert;
    switch (kind) {
      case 'engine_failing':
        return `${engineName(alert)} has been failing for more than ten minutes${colonAndReason(alert, failureReasonsEn)}.`;
      case 'budget_80':
        return budget(alert, count, 'More than 80% of the budget');
      case 'budget_100':
        return budget(alert, count, 'The whole budget');
      case 'key_ends':
        return `The key ${subject} of ${alert.account} expires on ${day(String(facts.ends_at))}.`;
      case 'workers_missing':
        return 'No worker process is running, so searches are refused.';
      case 'redis_full':
        return `Redis${subject ? ` (${subject})` : ''} uses ${count(facts.percent)}% of its memory.`;
      case 'new_device':
        return `${subject} signed in from a new device: ${device(alert)}, network ${facts.network || 'unknown'}.${others(alert)}`;
    }
  },
  advice({ kind, subject }) {
    switch (kind) {
      case 'engine_failing':
        return 'Look at its last errors on the Engines page.';
      case 'budget_80':
      case 'budget_100':
        return `Raise ${budgetSetting(subject)} in the environment, or wait until the budget begins anew.`;
      case 'key_ends':
        return 'Give the key a later expiry date, or replace it with a new one.';
      case 'workers_missing':
        return 'Start a worker, and look at the log of the last one.';
      case 'redis_full':
        return 'Give Redis more memory. Until then, less is cached.';
      case 'new_device':
        return 'If that was not you, end the session and change your password.';
    }
  },
  subject: (line, hasEnded) => `${hasEnded ? 'Over' : 'Alert'}: ${line}`,
  time: (iso) => `${minute(iso)} UTC`,
  began: 'This has begun:',
  ended: 'This is over:',
  since: 'Since',
  until: 'Until',
  more: 'More',
  why: 'You get this mail because somebody has entered your address for alerts of this Tributary. An administrator can remove it.',
  code: {
    subject: 'Confirm your mail address',
    line: (code) =>
      `Enter this code on the page Sessions within an hour, so that mail about your account comes here: ${code}`,
    why: 'You get this mail because somebody has entered your address in their account on this Tributary. If that was not you, do nothing: no more mail follows.',
  },
  test: { subject: 'Test of the alerts', line: 'This is a test. If you read it, mail about alerts arrives.' },
});
