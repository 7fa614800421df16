import { PATIENCE } from '../harness/patience.ts';

/** More than all tests together search for. */
export const SEARCHES_A_MINUTE = 6_000;
/** The engines, in the order of their slots. The first and the last also find media. */
export const ENGINES = ['brave', 'mojeek', 'searxng'] as const;

const [ENGINE_A, ENGINE_B, ENGINE_C] = ENGINES;
export const SETTINGS = {
  ENGINE_A,
  ENGINE_B,
  ENGINE_C,
  API_MONTHLY_LIMIT: '100000',
  API_THROTTLE_BURST: `${SEARCHES_A_MINUTE}/min`,
  DASHBOARD_WRITE: 'true',
  // The tests of maps have their tiles there.
  EXTRACT_ALLOW: '127.0.0.2',
  ...PATIENCE,
  INSTANT_THREADS: '1',
};
