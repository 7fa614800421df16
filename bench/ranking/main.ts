// How well the merge orders results: `npm run bench:ranking` prints NDCG@10 of the merge and of other ways to score, and
// how long the key of an address takes.
import { canonicalKey } from '../../lib/search/canonical-url.ts';
import { sandboxQueries, writtenQueries } from './judged.ts';
import { kinds } from './simulated.ts';
import { markdown, queryTable, rankingTable, simulatedTable } from './table.ts';

const written = writtenQueries();
const sandbox = await sandboxQueries();
console.log(markdown(rankingTable(written, sandbox)));
console.log(`\n${markdown(simulatedTable(kinds))}`);
console.log(`\n${markdown(queryTable([...written, ...sandbox]))}`);

/** By count, not by seconds: the compiler optimises what has run often. */
const KEY_ROUNDS = 200;
const addresses = written.flatMap(({ lists }) =>
  lists.flatMap(({ rows }) => rows.map((key) => new URL(`https://${key}`))),
);
const tracked = addresses.map(({ href }) => new URL(`?id=12&page=3&utm_source=x`, href));
for (const [what, urls] of Object.entries({ 'as they are': addresses, 'with three parameters': tracked })) {
  let before = 0n;
  for (let round = -KEY_ROUNDS; round < KEY_ROUNDS; round++) {
    if (round === 0) before = process.hrtime.bigint();
    for (const url of urls) canonicalKey(url);
  }
  const us = Number(process.hrtime.bigint() - before) / 1_000 / KEY_ROUNDS / urls.length;
  console.log(`\n${urls.length} addresses ${what}: ${us.toFixed(2)} µs for the key of each`);
}
