/** Why a request was refused or failed, in one word. */
export const requestReasons = [
  'no_key',
  'bad_key',
  'bad_keys',
  'disabled',
  'switched_off',
  'address',
  'scope',
  'burst',
  'sustained',
  'parallel',
  'month',
  'parameter',
  'too_large',
  'not_found',
  'method',
  'conflict',
  'not_offered',
  'not_configured',
  'timeout',
  'engines',
  'no_worker',
  'overloaded',
  'redis',
  'unavailable',
  'internal',
  'client_left',
  'refused',
] as const;

/** One of them. */
export type RequestReason = (typeof requestReasons)[number];

const BY_STATUS: Readonly<Record<number, RequestReason>> = {
  400: 'parameter',
  401: 'bad_key',
  404: 'not_found',
  405: 'method',
  408: 'client_left',
  409: 'conflict',
  412: 'conflict',
  413: 'too_large',
  414: 'too_large',
  415: 'parameter',
  422: 'parameter',
  499: 'client_left',
  501: 'not_offered',
  503: 'unavailable',
};

/** The reason of a reply whose error named none; null for a success. */
export function reasonByStatus(status: number): RequestReason | null {
  if (status < 400) return null;
  return BY_STATUS[status] ?? (status < 500 ? 'refused' : 'internal');
}
