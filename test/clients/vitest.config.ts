import { defineConfig } from 'vitest/config';
import { common } from '../../vitest.config.ts';

/** Tests with other people's programs, which `npm run test:clients` installs. */
export default defineConfig({ test: { ...common, root: '.', name: 'clients', include: ['test/clients/*.test.ts'] } });
