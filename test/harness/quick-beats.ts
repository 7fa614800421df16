import { beatEvery } from '../../lib/beats.ts';

/** A third of what it is elsewhere: most of what tests wait for happens on a beat. */
export const TEST_BEAT_MS = 300;

beatEvery(TEST_BEAT_MS);
