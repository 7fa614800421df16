// Loaded into a process under test by `node --require`: at its end, it writes which packages of OpenTelemetry it loaded.
const { isMainThread } = require('node:worker_threads');

process.on('exit', () => {
  if (!isMainThread) return;
  const loaded = Object.keys(require.cache).flatMap((file) => /@opentelemetry\/[^/]+/.exec(file)?.[0] ?? []);
  process.stdout.write(`\n${JSON.stringify({ msg: 'loaded', packages: [...new Set(loaded)] })}\n`);
});
