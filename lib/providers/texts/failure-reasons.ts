import type { FailureCode } from '../../outcome.ts';

/** Why a call failed, in plain words. */
export type FailureReasons = Readonly<Record<FailureCode, string>>;

export const failureReasonsEn: FailureReasons = {
  timeout: 'no answer in time',
  rate_limited: 'asked too often',
  refused: 'access refused',
  rejected: 'request refused as wrong',
  upstream: 'failure of the service',
  suspended: 'not called, because it is suspended',
  expired: 'ended early',
  skipped: 'not called, because it does not support this',
  overloaded: 'not called, because too many calls wait',
  internal: 'failure of Tributary',
};

export const failureReasonsDe: FailureReasons = {
  timeout: 'keine rechtzeitige Antwort',
  rate_limited: 'zu oft gefragt',
  refused: 'Zugriff verweigert',
  rejected: 'Anfrage als falsch abgelehnt',
  upstream: 'Fehler des Dienstes',
  suspended: 'nicht aufgerufen, weil ausgesetzt',
  expired: 'vorzeitig beendet',
  skipped: 'nicht aufgerufen, weil nicht unterstützt',
  overloaded: 'nicht aufgerufen, weil zu viele Aufrufe warten',
  internal: 'Fehler von Tributary',
};
