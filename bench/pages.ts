// How well and how fast pages are read: `npm run bench:pages`. Quality is that of test/pages; time is CPU time of this
// process for reading a page and writing its Markdown, for those pages as they are and grown to 100 KB.
import { readPage } from '../lib/pages/read-page.ts';
import { render } from '../lib/pages/render.ts';
import { grown } from './grown-page.ts';
import { f1, type PageCase, pageCases, scorePage } from './page-quality.ts';

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

const cases = pageCases();
const scores = await Promise.all(cases.map(scorePage));
const heldOut = scores.filter((_, at) => cases[at]?.heldOut);
const right = (field: 'title' | 'author' | 'published') => scores.filter(({ wrong }) => !wrong.includes(field)).length;
const share = (value: number) => value.toFixed(3);
console.log(
  `F1 of word quadruples: ${share(f1(scores))} of ${scores.length} pages, ${share(f1(heldOut))} of ${heldOut.length} held out`,
);
console.log(
  `right: title ${right('title')}, date ${right('published')}, author ${right('author')} of ${scores.length}`,
);
console.log('CPU a page as it is:   ', await cpuTimes(cases));
// UTF-16 does not survive being repeated as bytes.
console.log('CPU a page of 100 KB:  ', await cpuTimes(cases.filter(({ body }) => body[1] !== 0).map(grown)));
