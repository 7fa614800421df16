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
 * began. Accounts take turns, so each has its place by the turn that it would have.
 */
export function lateCalls(calls: Iterable<InFlightCall>, capacity: Capacity): LateCall[] {
  const rows = new Map<string, FairQueue<InFlightCall>>();
  for (const call of calls) {
    const { limitedAs } = call.target.provider;
    const row = rows.get(limitedAs) ?? new FairQueue();
    row.add(call.request.account, call);
    rows.set(limitedAs, row);
  }
  const late: LateCall[] = [];
  for (const row of rows.values()) {
    let before = 0;
    for (const { thing: call } of row.inOrder()) {
      const failure = capacity.refusalOfWaiting(call.target.provider, before, call.lastDeadline?.leftMs() ?? 0);
      if (failure) late.push({ call, failure });
      else before += 1;
    }
  }
  return late;
}
