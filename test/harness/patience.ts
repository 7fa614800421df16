/** Tests hold these back, or keep a small machine busy. */
const SERVICES = [
  'BRAVE',
  'MOJEEK',
  'MARGINALIA',
  'SEARXNG',
  'NOMINATIM',
  'PHOTON',
  'LIBRETRANSLATE',
  'WIKIPEDIA',
  'OPEN_METEO',
];

/** Settings of an instance that gives up no service that is late. */
export const PATIENCE: Readonly<Record<string, string>> = {
  REQUEST_DEADLINE_MS: '60000',
  ...Object.fromEntries(SERVICES.map((service) => [`${service}_TIMEOUT_MS`, '60000'])),
};
