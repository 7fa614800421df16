// What `npm start` tells the person who runs it.

const SLOW_START_MS = 2_000;

/** @param {string} line */
export function say(line = '') {
  process.stdout.write(`${line}\n`);
}

/**
 * Shows the steps of a start that takes longer than two seconds: the current one, then each as it begins, and again with
 * its time once it is done.
 * @returns {{ begin(step: string): void, end(): void }}
 */
export function showSteps() {
  let current = '';
  let beganAt = 0;
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    if (current) say(current);
  }, SLOW_START_MS);
  const finish = () => {
    if (isSlow && current) say(`${current} ${((performance.now() - beganAt) / 1_000).toFixed(1)} s`);
  };
  return {
    begin(step) {
      finish();
      current = `${step} …`;
      beganAt = performance.now();
      if (isSlow) say(current);
    },
    end() {
      finish();
      clearTimeout(timer);
    },
  };
}

/** Tells where Tributary runs, how to try it and how to go on. */
export function announce({ url, local, key, setUp, sandboxed, ownRedis }) {
  say();
  say(`Tributary is running at ${url}`);
  if (url !== local) say(`The proxy forwards requests to ${local}`);
  say();
  if (key) {
    say(`  API key        ${key}`);
    say(`  Try it         curl -s -H 'Authorization: Api-Key ${key}' '${url}/api/v1/web/?q=typescript'`);
  } else {
    say('  Create a key with: npm run --silent cli -- key create USERNAME');
  }
  if (setUp) say(`  Set up         ${setUp}  (works once: makes you the administrator)`);
  else say(`  Sign in        ${url}/login`);
  say(`  API reference  ${url}/docs`);
  say(`  Logs           .data/log/`);
  say();
  if (sandboxed) {
    say('  Sandbox: demonstration data');
    say('  You are searching the built-in sandbox: a few hundred bundled pages, not the web.');
    say('  To search the real web, put API keys in .env and restart, for example:');
    say('    BRAVE_API_KEY=…          https://api-dashboard.search.brave.com');
    say('    MOJEEK_API_KEY=…         https://www.mojeek.com/services/search/web-search-api/');
    say('    MARGINALIA_API_KEY=public');
    say('  or without a key: ENGINES=keyless npm start');
    say();
  }
  if (!ownRedis) say('  Using the Redis of REDIS_URL.\n');
  say('Ctrl-C stops everything.');
}
