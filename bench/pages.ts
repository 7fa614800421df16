// How well and how fast pages are read: `npm run bench:pages`. Quality is that of test/pages, by kind of page, with those
// apart to which nobody tuned the rules. Time is CPU time of this process for reading a page and writing its Markdown, for
// dense pages as they are and grown to 100 KB.
import { readPage } from '../lib/pages/read-page.ts';
import { render } from '../lib/pages/render.ts';
import { grown } from './grown-page.ts';
import { densePages, type PageCase, pageCases, scorePage } from './page-quality.ts';
import { passageReport } from './passage-quality.ts';
import { type Judged, qualityTable } from './quality-report.ts';

/** By count, not by seconds: the compiler optimises what has run often. */
const WARM_UP_ROUNDS = 5;
const ROUNDS = 10;

interface CpuTimes {
  medianMs: number;
  p99Ms: number;
}

/** The CPU time of reading each page and writing its Markdown. */
async function cpuTimes(pages: PageCase[]): Promise<CpuTimes> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const page of pages) {
      const before = process.cpuUsage();
      render(await readPage(page), 'markdown', 100_000);
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UP_ROUNDS) times.push((user + system) / 1_000);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { medianMs: at(0.5), p99Ms: at(0.99) };
}

const judged: Judged[] = [];
for (const page of pageCases()) judged.push([page, await scorePage(page)]);
for (const heldOut of [false, true]) {
  const half = judged.filter(([page]) => page.heldOut === heldOut);
  const read = half.filter(([page]) => page.failed === undefined);
  const right = (field: 'title' | 'author' | 'published') =>
    read.filter(([, score]) => !score.wrong.includes(field)).length;
  console.log(heldOut ? '\nPages to which nobody tuned the rules:' : 'Pages that rules were tuned to:');
  console.log(qualityTable(half));
  console.log(
    `right: title ${right('title')}, date ${right('published')}, author ${right('author')} of ${read.length}`,
  );
}
console.log(`\nPassages that answer a question:\n${passageReport()}`);
const dense = densePages();
console.log('CPU a page as it is:   ', await cpuTimes(dense));
console.log('CPU a page of 100 KB:  ', await cpuTimes(dense.map(grown)));
