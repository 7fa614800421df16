import { expect, test } from 'vitest';
import { onBeats } from '../../../lib/beats.ts';
import { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import { createLog } from '../../../lib/log/log.ts';
import { RecordBatches, type RecordKeeper } from '../../../lib/requests/record-batches.ts';
import type { RequestRecord } from '../../../lib/requests/request-record.ts';
import { sampleRequest } from './sample-requests.ts';

/** A keeper that is as slow as a test likes. */
class SlowKeeper implements RecordKeeper {
  readonly name = 'a slow keeper';
  readonly everyBeats: number;
  readonly batches: RequestRecord[][] = [];
  readonly #ends: (() => void)[] = [];
  #isQuick = false;

  constructor(everyBeats = 1) {
    this.everyBeats = everyBeats;
  }

  async keep(records: readonly RequestRecord[]): Promise<void> {
    this.batches.push([...records]);
    if (!this.#isQuick) await new Promise<void>((resolve) => this.#ends.push(resolve));
  }

  beQuick(): void {
    this.#isQuick = true;
    for (const end of this.#ends) end();
  }
}

const aBeat = () =>
  new Promise<void>((resolve) => {
    const end = onBeats(1, () => {
      end();
      resolve();
    });
  });

test('Records wait while a batch is under way, in bounded number, and what has no room is counted', async () => {
  const keeper = new SlowKeeper();
  let lost = 0;
  const errors = new ErrorReporter(createLog('test', 'silent'));
  const batches = new RecordBatches([keeper], errors, () => {
    lost += 1;
  });
  const record = sampleRequest();
  batches.add(record);
  await aBeat();
  expect(keeper.batches).toHaveLength(1);
  for (let beat = 0; beat < 3; beat++) {
    for (let at = 0; at < 2_000; at++) batches.add(record);
    await aBeat();
  }
  expect(keeper.batches).toHaveLength(1);
  expect(lost).toBe(1_000);
  keeper.beQuick();
  await batches.close();
  expect(keeper.batches.map((batch) => batch.length)).toEqual([1, 5_000]);
});

test('A keeper gets what has ended on its own beats, when much waits, or when somebody wants to read it', async () => {
  const [often, seldom] = [new SlowKeeper(), new SlowKeeper(1_000_000)];
  for (const keeper of [often, seldom]) keeper.beQuick();
  const errors = new ErrorReporter(createLog('test', 'silent'));
  const batches = new RecordBatches([often, seldom], errors, () => expect.fail());
  const kept = () => [often, seldom].map((keeper) => keeper.batches.flat().length);
  batches.add(sampleRequest());
  await aBeat();
  expect(kept()).toEqual([1, 0]);
  await batches.flush();
  expect(kept()).toEqual([1, 1]);
  for (let at = 0; at < 1_500; at++) batches.add(sampleRequest());
  expect(kept()).toEqual([1_001, 1_001]);
  await batches.close();
  expect(kept()).toEqual([1_501, 1_501]);
});
