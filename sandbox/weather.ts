/** Plausible weather for any place and hour: warm near the equator and in summer, cold at night, always the same. */
export interface Weather {
  temperature: number;
  humidity: number;
  apparent: number;
  code: number;
  wind: number;
  precipitation: number;
}

const DAY_MS = 86_400_000;
/** Weather by likelihood: cumulative share → WMO code in mild weather. */
const SKIES: readonly (readonly [share: number, code: number])[] = [
  [0.24, 0],
  [0.4, 1],
  [0.58, 2],
  [0.74, 3],
  [0.77, 45],
  [0.82, 51],
  [0.9, 61],
  [0.93, 63],
  [0.97, 80],
  [1, 95],
];

/** The weather at a local time, given in milliseconds as if it were UTC. */
export function weatherAt(lat: number, lon: number, localMs: number): Weather {
  const date = new Date(localMs);
  const day = Math.floor(localMs / DAY_MS);
  const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const yearDay = Math.floor((localMs - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS);
  const mean = 28 - Math.max(0, Math.abs(lat) - 12) * 0.42;
  const season = Math.cos(((yearDay - 197) / 365.25) * 2 * Math.PI) * Math.sign(lat || 1);
  const swing = Math.abs(lat) * 0.2;
  const chance = (salt: number) => noise(Math.round(lat * 10), Math.round(lon * 10), day, salt);
  const drift = (chance(1) - 0.5) * 7;
  const daily = Math.cos(((hour - 15) / 24) * 2 * Math.PI) * 4.5;
  const temperature = round(mean + season * swing + drift + daily);
  const code = codeFor(chance(2), mean + season * swing + drift);
  const wet = code >= 51;
  const wind = round(4 + chance(3) * 24);
  const humidity = Math.round(Math.min(98, (wet ? 78 : 52) + chance(4) * 20 - daily * 2));
  return {
    temperature,
    humidity,
    apparent: round(temperature - wind * 0.06 + (temperature > 24 ? (humidity - 50) * 0.05 : 0)),
    code,
    wind,
    precipitation: wet ? round(0.4 + chance(6) * 9) : 0,
  };
}

/** Rain below freezing point falls as snow. */
function codeFor(chance: number, temperature: number): number {
  const code = SKIES.find(([share]) => chance <= share)?.[1] ?? 0;
  if (temperature > 0.5 || code < 51) return code;
  return { 51: 71, 61: 71, 63: 73, 80: 85, 95: 75 }[code] ?? 73;
}

/** A number between 0 and 1 that depends only on the arguments. */
function noise(...numbers: number[]): number {
  let hash = 2_166_136_261;
  for (const number of numbers) {
    for (let shift = 0; shift < 32; shift += 8) {
      hash ^= (number >> shift) & 255;
      hash = Math.imul(hash, 16_777_619);
    }
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2_246_822_519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4_294_967_295;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
