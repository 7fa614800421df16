// Exits with 0 if the process of this container is alive, be it web or worker: `node bin/health-check.js`. The image has
// neither a shell nor curl.
const ports = [process.env.PORT, process.env.WORKER_PORT].filter(Boolean);

async function check(port) {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) throw new Error(`status ${response.status}`);
}

await Promise.any(ports.map(check)).catch(({ errors }) => {
  const reasons = errors.map((error, index) => `port ${ports[index]}: ${error.cause?.code ?? error.message}`);
  process.stderr.write(`No process answers /healthz (${reasons.join('; ') || 'PORT and WORKER_PORT are not set'})\n`);
  process.exitCode = 1;
});
