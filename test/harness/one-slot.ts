import { afterAll, afterEach } from 'vitest';
import { checkSlots, guardSlots } from './slots.ts';

declare global {
  /** Whether the commands of this worker of Vitest are looked at. */
  var slotsAreGuarded: true | undefined;
}

if (!globalThis.slotsAreGuarded) guardSlots();
globalThis.slotsAreGuarded = true;

afterEach(checkSlots);
afterAll(checkSlots);
