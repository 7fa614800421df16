import { afterAll, beforeAll, describe, expect } from 'vitest';
import { PUBLIC_URL } from '../harness/connector.ts';
import { testStories } from '../harness/outage.ts';
import { untilEveryEngineAnswers } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { GUARDED, storiesOfCallers, storiesOfEndpoints } from './stories/of-api.ts';
import { storiesOfPages } from './stories/of-pages.ts';
import { storiesOfPrograms } from './stories/of-programs.ts';

/** What callers and people see of an outage of Redis. All share one application, and one outage of each kind. */
let app: TestApp;
const it = () => app;

beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    ownRedis: true,
    env: {
      PUBLIC_URL,
      // Longer than any test may take: a reply that waited for it would never be seen.
      REQUEST_DEADLINE_MS: '60000',
      API_THROTTLE_SUSTAINED: 'off',
      AUTH_FAILURES_PER_MIN: '100000',
    },
  });
  const guarded = await app.addWeb({ METRICS_TOKEN: 'a-token-for-the-scraper' });
  expect(app.urls.indexOf(guarded)).toBe(GUARDED);
});
afterAll(() => app?.stop());

const whole = () => untilEveryEngineAnswers(app);

describe('while Redis is gone', () => {
  testStories(
    {
      ...storiesOfCallers(it),
      ...storiesOfEndpoints(it),
      ...storiesOfPages(it),
      ...storiesOfPrograms(it),
    },
    {
      begins: () => app.redis.kill(),
      async ends() {
        await app.redis.start();
        await whole();
      },
    },
  );
});

describe('while Redis hangs', () => {
  testStories(storiesOfCallers(it), {
    begins: () => app.redis.freeze(),
    async ends() {
      app.redis.thaw();
      await whole();
    },
  });
});
