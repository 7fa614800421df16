/** Queries of every kind that is answered without anybody else, several forms of each. */
const FORMS: readonly ((n: number) => string)[] = [
  (n) => `${n} + ${n * 7} * 3`,
  (n) => `sqrt(${n * n}) / 2`,
  (n) => `${n}% of ${n * 40}`,
  (n) => `2^${n + 30}`,
  (n) => `${n} km in miles`,
  (n) => `${n}'${n}" in cm`,
  (n) => `${n * 10} f to c`,
  (n) => `${n * 100} in hex`,
  (n) => `#${(n * 1_118_481).toString(16).padStart(6, '0')}`,
  (n) => `sha256 of tributary${n}`,
  (n) => `base64 encode hello ${n}`,
  (n) => `qr code https://example.org/${n}`,
  (n) => `time in ${['tokyo', 'berlin', 'new york', 'sydney', 'lima'][n % 5]}`,
  (n) => `${n} days from now`,
  () => 'my ip',
  (n) => `roll ${n}d6`,
  (n) => `mean of ${n}, ${n + 2}, ${n * 3}`,
  (n) => `${n + 5}% tip on ${n * 12}`,
  (n) => `${n * 123} in roman numerals`,
  (n) => `reverse text river ${n}`,
  (n) => `10.${n}.0.0/16`,
  (n) => `sunrise in ${['paris', 'oslo', 'cairo', 'quito', 'delhi'][n % 5]}`,
  (n) => `http status ${400 + n}`,
  (n) => `json {"n":${n}}`,
  (n) => `ordinary words about rivers ${n}`,
];

/** A mix of two hundred: every form eight times. */
export const instantQueries: readonly string[] = Array.from({ length: 8 }, (_, n) =>
  FORMS.map((form) => form(n + 1)),
).flat();

/** What a careless calculator hangs on or dies of. */
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
