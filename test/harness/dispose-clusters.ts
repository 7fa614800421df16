import { afterAll } from 'vitest';
import { disposeClusters } from './redis.ts';

// Hooks run in the reverse order, so this one runs after those of the test file.
afterAll(disposeClusters);
