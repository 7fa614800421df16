/** More than all tests together search for. */
export const SEARCHES_A_MINUTE = 6_000;
/** The engines, in the order of their slots. The first and the last also find media. */
export const ENGINES = ['brave', 'mojeek', 'searxng'] as const;
/** Tests hold these back; nobody gives them up meanwhile. */
const PATIENCE = ['BRAVE', 'MOJEEK', 'SEARXNG', 'NOMINATIM', 'PHOTON', 'LIBRETRANSLATE', 'WIKIPEDIA', 'OPEN_METEO'];

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
  // A browser keeps a small machine busy.
  REQUEST_DEADLINE_MS: '60000',
  ...Object.fromEntries(PATIENCE.map((service) => [`${service}_TIMEOUT_MS`, '60000'])),
  INSTANT_THREADS: '1',
};
