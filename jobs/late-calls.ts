import { FairQueue } from '../lib/fair-queue.ts';
import type { Capacity } from '../lib/limits/capacity.ts';
import type { Failure } from '../lib/outcome.ts';
import type { InFlightCall } from './in-flight-call.ts';

/** A call that waits, and why it is given up. */
export interface LateCall {
  call: InFlightCall;
  failure: Failure;
}

/**
 * The calls that wait and cannot be answered in time any more, because calls take longer than was expected when they
 * began. The oldest are taken to be in progress, and are not given up. The others have their places by the turns of
 * accounts.
 */
export function lateCalls(calls: readonly InFlightCall[], capacity: Capacity): LateCall[] {
  const started = new Map<string, number>();
  const rows = new Map<string, FairQueue<InFlightCall>>();
  for (const call of calls.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const { provider } = call.target;
    const { limitedAs } = provider;
    const inProgress = started.get(limitedAs) ?? 0;
    if (inProgress < capacity.permitsOf(provider)) {
      started.set(limitedAs, inProgress + 1);
      continue;
    }
    const row = rows.get(limitedAs) ?? new FairQueue();
    row.add(call.request.account, call);
    rows.set(limitedAs, row);
  }
  const late: LateCall[] = [];
  for (const row of rows.values()) {
    let waiting = 0;
    for (const { thing: call } of row.inOrder()) {
      const failure = capacity.refusalOfWaiting(call.target.provider, waiting, call.lastDeadline?.leftMs() ?? 0);
      if (failure) late.push({ call, failure });
      else waiting += 1;
    }
  }
  return late;
}
