import { afterAll, beforeAll } from 'vitest';
import { TestApp } from '../harness/test-app.ts';
import { TAB, testSharedParameters } from './shared-parameter-cases.ts';

let app: TestApp;
beforeAll(async () => {
  // Each of these engines has every tab.
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'kagi' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off' } });
});
afterAll(() => app?.stop());

const undated = { ...TAB, date: false };
testSharedParameters('/api/v1/web/', TAB, () => app);
testSharedParameters('/api/v1/images/', undated, () => app);
testSharedParameters('/api/v1/images/similar/', { ...undated, q: 'caption', page: false }, () => app);
testSharedParameters('/api/v1/news/', TAB, () => app);
testSharedParameters('/api/v1/videos/', TAB, () => app);
testSharedParameters('/api/v1/cards/', { ...undated, engine: 'unlisted', page: false }, () => app);
testSharedParameters('/api/v1/suggest/', { ...undated, engine: false, safe: false, page: false }, () => app);
