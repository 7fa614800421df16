import type { Reporter, TestCase, TestModule } from 'vitest/node';

const FILES_SHOWN = 600;
const TESTS_SHOWN = 30;

const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(7);
const say = (line = '') => process.stdout.write(`${line}\n`);

/** Prints the slowest and costliest test files, and the slowest tests, at the end of a run: `npm run test:slow`. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by the path of its file.
export default class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((file) => ({ file, tookMs: timeOf(file), cpuMs: (file.meta().cpuS ?? 0) * 1_000 }));
    // A machine whose cores are all busy is waited for by CPU time, whatever a file took.
    for (const by of ['tookMs', 'cpuMs'] as const) {
      const of = by === 'tookMs' ? 'Slowest' : 'Costliest';
      say(`\n${of} files: seconds, CPU seconds of the worker and its ended processes`);
      for (const { file, tookMs, cpuMs } of files.toSorted((a, b) => b[by] - a[by]).slice(0, FILES_SHOWN)) {
        say(`${seconds(tookMs)} ${seconds(cpuMs)}  ${file.project.name} ${file.relativeModuleId}`);
      }
    }
    const total = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0);
    say(`${seconds(total(files.map(({ tookMs }) => tookMs)))} ${seconds(total(files.map(({ cpuMs }) => cpuMs)))}  all`);

    const tests = modules
      .flatMap((file) => [...file.children.allTests()])
      .map((test) => ({ test, tookMs: test.diagnostic()?.duration ?? 0 }))
      .sort((a, b) => b.tookMs - a.tookMs);
    say('\nSlowest tests: seconds');
    for (const { test, tookMs } of tests.slice(0, TESTS_SHOWN)) say(`${seconds(tookMs)}  ${nameOf(test)}`);
  }
}

/** How long a file took: its imports, hooks and tests. */
function timeOf(file: TestModule): number {
  const { collectDuration, setupDuration, duration, prepareDuration, environmentSetupDuration } = file.diagnostic();
  return collectDuration + setupDuration + duration + prepareDuration + environmentSetupDuration;
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName}`;
