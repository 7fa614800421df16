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
  readonly batches: RequestRecord[][] = [];
  readonly #ends: (() => void)[] = [];
  #isQuick = false;

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
