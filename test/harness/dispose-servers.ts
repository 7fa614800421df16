import { afterAll } from 'vitest';
import { disposeServers } from './redis.ts';

// Hooks run in the reverse order, so this one runs after those of the test file.
afterAll(disposeServers);
