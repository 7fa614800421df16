/**
 * How many random inputs a property is tried with: 50, times its weight, times the environment variable FUZZ. Many of them:
 * `FUZZ=20 npx vitest run test/contract --testTimeout=600000`.
 */
export function runs(weight = 1): number {
  return Math.max(1, Math.round(50 * weight * factor));
}

const { FUZZ = '1' } = process.env;
const factor = Number(FUZZ);
if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) {
  throw new Error(
    `FUZZ is "${FUZZ}": it has to be a positive number, such as 20 for twenty times as many random runs.`,
  );
}
