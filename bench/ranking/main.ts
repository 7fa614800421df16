// How well the merge orders results: `npm run bench:ranking` prints NDCG@10 of the merge and of other ways to score.
import { sandboxQueries, writtenQueries } from './judged.ts';
import { markdown, queryTable, rankingTable } from './table.ts';

const written = writtenQueries();
const sandbox = await sandboxQueries();
console.log(markdown(rankingTable(written, sandbox)));
console.log(`\n${markdown(queryTable([...written, ...sandbox]))}`);
