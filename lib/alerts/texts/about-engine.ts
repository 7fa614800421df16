import { failureCodes } from '../../outcome.ts';
import type { FailureReasons } from '../../providers/texts/failure-reasons.ts';
import type { Alert } from '../alert.ts';

/** The name of an engine or service, with what tells it from others of its name. */
export function engineName({ subject, facts: { name } }: Pick<Alert, 'subject' | 'facts'>): string {
  return name === undefined || name === subject ? subject : `${name} (${subject})`;
}

/** What ends a sentence that an engine fails: why it does; empty if that is not known. */
export function colonAndReason({ facts }: Pick<Alert, 'facts'>, reasons: FailureReasons): string {
  const code = failureCodes.find((one) => one === facts.code);
  return code === undefined ? '' : `: ${reasons[code]}`;
}

/** The setting that is the budget of a service, by its slug. */
export const budgetSetting = (slug: string) => `${slug.toUpperCase()}_BUDGET`;
