// How good and how fast contexts are: `npm run bench:context`. A hundred questions with known answers, over frozen pages on
// loopback: whether the answer is in the context, how much longer it takes than its slowest page alone, and its CPU time beside
// that of reading the same pages by `extract/`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Deployment } from '../deployment.ts';
import { startProcess, stopProcess } from '../processes.ts';
import { hasAnswer, type KnownAnswer, knownAnswers } from './questions.ts';
import { type WebOfPages, webOfPages } from './web-of-pages.ts';

const BUDGETS = [8_192, 2_048];
const AT_ONCE = 4;
/** Requests of one kind in a row, so that both kinds have the same machine. */
const BLOCK = 10;

interface Body {
  passages: { text: string; url: string }[];
  sources: { url: string; state: string }[];
  tokens: number;
}

const known = knownAnswers();
const web = await webOfPages(known);
const sandbox = startProcess(['dist/sandbox/main.js']);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const code = fileURLToPath(new URL('../../..', import.meta.url));
  const deployment = await Deployment.start(code, sandboxUrl, web.settings);
  try {
    // First, so that what follows finds the processes warm.
    const time = await measureTime(deployment);
    const measured = [];
    for (const budget of BUDGETS) measured.push(await measureQuality(deployment, web, budget));
    const results = { quality: measured.map(({ missed: _, ...row }) => row), ...time };
    console.dir(results, { depth: null });
    for (const { budget, missed } of measured) console.log(`Missed at ${budget}:\n  ${missed.join('\n  ')}`);
    writeFileSync('bench/context/results.json', `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    await deployment.stop();
  }
} finally {
  await stopProcess(sandbox.child);
  web.close();
}

async function post<Reply>(deployment: Deployment, path: string, body: object): Promise<Reply> {
  const reply = await fetch(`${deployment.webUrl}/api/v1/${path}/`, {
    method: 'POST',
    headers: { ...deployment.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

function readOf({ sources }: Body): string[] {
  return sources.filter(({ state }) => state === 'read').map(({ url }) => url);
}

/** How many answers are in a context, of those on a page that was read. */
async function measureQuality(deployment: Deployment, { pages }: WebOfPages, budget: number) {
  const left = known.values();
  let [onPages, inContext, tokens, most] = [0, 0, 0, 0];
  const missed: string[] = [];
  const ask = async ({ question, answer }: KnownAnswer) => {
    const body = await post<Body>(deployment, 'context', { q: question, max_tokens: budget });
    tokens += body.tokens;
    most = Math.max(most, body.tokens);
    if (!readOf(body).some((url) => hasAnswer(pages.get(url)?.text ?? '', answer))) return;
    onPages += 1;
    if (body.passages.some(({ text }) => hasAnswer(text, answer))) inContext += 1;
    else missed.push(question);
  };
  const lane = async () => {
    for (const one of left) await ask(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const share = Number((inContext / onPages).toFixed(3));
  return {
    budget,
    questions: known.length,
    onPages,
    inContext,
    share,
    meanTokens: Math.round(tokens / known.length),
    mostTokens: most,
    missed,
  };
}

/**
 * How much longer a context takes than the slowest of its pages takes alone, by `extract/`; and its CPU time as a share of
 * that of reading all of its pages by `extract/`.
 */
async function measureTime(deployment: Deployment) {
  const urls = new Map<string, string[]>();
  const context = async ({ question }: KnownAnswer) => {
    const startedAt = performance.now();
    const body = await post<Body>(deployment, 'context', { q: question });
    urls.set(question, readOf(body));
    return performance.now() - startedAt;
  };
  const extract = async (some: readonly string[]) => {
    const startedAt = performance.now();
    await post(deployment, 'extract', { urls: some });
    return performance.now() - startedAt;
  };
  for (const one of known) await context(one);
  const alone = new Map<string, number>();
  for (const url of new Set([...urls.values()].flat())) {
    alone.set(url, Math.min(await extract([url]), await extract([url])));
  }
  const overheads: number[] = [];
  const cpu = { context: 0, extract: 0 };
  for (let at = 0; at < known.length; at += BLOCK) {
    const some = known.slice(at, at + BLOCK);
    const before = deployment.cpuMs();
    for (const one of some) {
      const tookMs = await context(one);
      overheads.push(tookMs - Math.max(...(urls.get(one.question) ?? []).map((url) => alone.get(url) ?? 0)));
    }
    const between = deployment.cpuMs();
    for (const { question } of some) await extract(urls.get(question) ?? []);
    cpu.context += between - before;
    cpu.extract += deployment.cpuMs() - between;
  }
  overheads.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round(overheads[Math.floor(overheads.length * share)] ?? 0);
  return {
    afterSlowestPageMs: { p50: percentile(0.5), p95: percentile(0.95) },
    cpuMsPerRequest: { context: cpu.context / known.length, extract: cpu.extract / known.length },
    cpuOfExtract: Number((cpu.context / cpu.extract).toFixed(2)),
  };
}
