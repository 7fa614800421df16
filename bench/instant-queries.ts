/** Queries of every kind that needs no provider. Almost every form gives another query for another number. */
const FORMS: readonly ((n: number) => string)[] = [
  (n) => `${n} + ${n % 9} * 3`,
  (n) => `sqrt(${n}) / 2`,
  (n) => `${(n % 90) + 1}% of ${n}`,
  (n) => `2^${n % 60} + ${n}`,
  (n) => `${n} km in miles`,
  (n) => `${n} ft 3 in in cm`,
  (n) => `${n}.5 f to c`,
  (n) => `${n} in hex`,
  (n) => `#${((n * 7919) % 0xffffff).toString(16).padStart(6, '0')}`,
  (n) => `sha256 of tributary${n}`,
  (n) => `base64 encode hello ${n}`,
  (n) => `qr code https://example.org/${n}`,
  (n) => `time in ${['tokyo', 'berlin', 'new york', 'sydney', 'lima'][n % 5]}`,
  (n) => `${n % 5_000} days from now`,
  () => 'my ip',
  (n) => `roll ${(n % 8) + 1}d6`,
  (n) => `mean of ${n}, ${n + 2}, ${n * 3}`,
  (n) => `${(n % 30) + 1}% tip on ${n}`,
  (n) => `${(n % 3_999) + 1} in roman numerals`,
  (n) => `reverse text river ${n}`,
  (n) => `10.${(n >> 8) % 256}.${n % 256}.0/24`,
  (n) => `sunrise in ${['paris', 'oslo', 'cairo', 'quito', 'delhi'][n % 5]}`,
  (n) => `http status ${400 + (n % 30)}`,
  (n) => `json {"n":${n}}`,
  (n) => `ordinary words about rivers ${n}`,
];

/** Two hundred queries: every form eight times. */
export const instantQueries: readonly string[] = Array.from({ length: 8 }, (_, n) =>
  FORMS.map((form) => form(n + 1)),
).flat();

/** The same forms with increasing numbers, so that cached answers do not help. */
export function freshInstantQuery(sequence: number): string {
  const form = FORMS[sequence % FORMS.length] as (n: number) => string;
  return form(Math.floor(sequence / FORMS.length) + 1);
}

/** Queries that hang or crash a careless calculator. */
export const dangerousQueries: readonly string[] = [
  'zeros(1e9)',
  '0:1e8',
  'cumsum(1:1e7)',
  'format(pi,1e9)',
  'identity(1e9)',
  'random([1e9])',
  'bigint(9)^bigint(9999999)',
  'fraction(3,7)^100000',
  'combinations(1e9,5e8)',
  'setPowerset(1:20)',
  'nthRoots(2,1e7)',
  'rationalize("(x+y+z+w)^12")',
  'derivative("x^x^x^x","x")',
  'f(n)=n<2?1:f(n-1)+f(n-2);f(32)',
  'eigs(random([120,120]))',
  'config({relTol:1,absTol:1})',
  'createUnit({foot:{definition:"1 m"}},{override:true})',
  '9^9^9^9',
  '99999999!',
  '('.repeat(900),
];
