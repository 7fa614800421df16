// Loaded into a process under test by `node --require`: at its end, it writes which packages of OpenTelemetry it loaded,
// and whether it loaded the instant answers, by the files that it runs: their own, or a bundle, which names the file that
// each part of it comes from. Its interface does nothing by itself, and prom-client needs it.
const { readFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { fileURLToPath } = require('node:url');
const { isMainThread } = require('node:worker_threads');

process.on('exit', () => {
  if (!isMainThread) return;
  const files = [];
  const session = new Session();
  session.connect();
  // Enabling it names each script that is there.
  session.on(
    'Debugger.scriptParsed',
    ({ params: { url } }) => url.startsWith('file:') && files.push(fileURLToPath(url)),
  );
  session.post('Debugger.enable');
  const parts = files.flatMap((file) => [
    file,
    ...(readFileSync(file, 'utf8').match(/^\/\/ (?:node_modules\/.*|lib\/answers\/instant\.ts)$/gm) ?? []),
  ]);
  const packages = parts.flatMap((part) => /node_modules\/(@opentelemetry\/(?!api\/)[^/]+)/.exec(part)?.[1] ?? []);
  const answers = parts.includes('// lib/answers/instant.ts');
  const found = { files: files.length, packages: [...new Set(packages)], answers };
  process.stdout.write(`\n${JSON.stringify({ msg: 'loaded', ...found })}\n`);
});
