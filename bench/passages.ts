// How well and how fast passages are found: `npm run bench:passages`. Quality is that of test/passages; time is CPU time
// of this process for cutting and ranking a page of a megabyte, of short paragraphs and of a single long one.
import { readFileSync } from 'node:fs';
import { chunks } from '../lib/pages/chunks.ts';
import { passageReport } from './passage-quality.ts';

console.log(passageReport());

const PAGE_CHARS = 1_000_000;
/** By count, not by seconds: the compiler optimises what has run often. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = 10;

for (const lang of ['en', 'de', 'ru', 'ja']) {
  const file = JSON.parse(readFileSync(`test/passages/${lang}.json`, 'utf8')) as {
    passages: Record<string, [string, string]>;
    questions: { q: string }[];
  };
  const texts = Object.values(file.passages).map(([, text]) => text);
  const repeats = Math.ceil(PAGE_CHARS / texts.join(' ').length);
  const paragraphs = Array.from({ length: repeats }, () => texts).flat();
  for (const [what, blocks] of Object.entries({ paragraphs, 'one paragraph': [paragraphs.join(' ')] })) {
    const times: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      chunks(blocks, file.questions[0]?.q ?? '', 20, lang);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.push((user + system) / 1_000);
    }
    times.sort((a, b) => a - b);
    console.log(`CPU of a megabyte in ${lang}, ${what}: median ${times[ROUNDS / 2]?.toFixed(0)} ms`);
  }
}
