import type { Knobs } from '../../sandbox/knobs.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { Operator, type OperatorOptions } from './command-line.ts';
import { testPort } from './ports.ts';
import { eventually, TestProcess, untilItListens } from './processes.ts';
import { MAIN_WORKER } from './stack.ts';

/**
 * Web and worker processes and the sandbox around a Redis that the test brings itself (a cluster, one with TLS, two of them), with an
 * account and a key that were made at the command line, as an operator makes them.
 */
export class Deployment {
  readonly env: Record<string, string>;
  readonly operator: Operator;
  readonly worker: TestProcess;
  readonly web: TestProcess;
  readonly url: string;
  readonly upstreams: string;
  readonly #sandbox: Sandbox;
  key = '';

  private constructor(env: Record<string, string>, sandbox: Sandbox, port: number, worker: string) {
    this.#sandbox = sandbox;
    this.upstreams = `http://127.0.0.1:${sandbox.port}`;
    this.env = {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      API_THROTTLE_BURST: 'off',
      // The first search of processes that have just started may take long on a busy machine.
      REQUEST_DEADLINE_MS: '60000',
      ...sandboxSettings(this.upstreams),
      BRAVE_API_KEY: 'test-brave-key',
      MOJEEK_API_KEY: 'test-mojeek-key',
      MARGINALIA_API_KEY: 'public',
      ...env,
    };
    this.operator = new Operator(this.env);
    this.url = `http://127.0.0.1:${port}`;
    this.worker = new TestProcess('worker', [worker], this.env);
    this.web = new TestProcess('web', ['dist/api/server.js'], { ...this.env, PORT: String(port) });
  }

  /** Starts the processes and waits until web listens; whether it is ready is for the test to see. */
  static async launch(env: Record<string, string>, worker = MAIN_WORKER): Promise<Deployment> {
    const deployment = new Deployment(env, await startSandbox(), await testPort(), worker);
    try {
      await untilItListens(deployment.web, deployment.url);
    } catch (error) {
      // Nobody else could: the caller never gets it.
      await deployment.stop();
      throw error;
    }
    return deployment;
  }

  /** Starts the processes, waits until they are ready and makes an account and a key, with commands run like this. */
  static async start(
    env: Record<string, string>,
    { worker, ...options }: OperatorOptions & { worker?: string } = {},
  ): Promise<Deployment> {
    const deployment = await Deployment.launch(env, worker);
    try {
      await eventually('readyz', async () => (await fetch(`${deployment.url}/readyz`)).ok);
      await deployment.operator.works('user create tester', options);
      deployment.key = (await deployment.operator.works('key create tester', options)).trim();
    } catch (error) {
      await deployment.stop();
      throw new Error(`${String(error)}\n${deployment.output}`);
    }
    return deployment;
  }

  /** All that its processes have written. */
  get output(): string {
    return this.web.output + this.worker.output;
  }

  async get(path: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const headers = this.key ? { authorization: `Api-Key ${this.key}` } : {};
    const response = await fetch(`${this.url}${path}`, { headers });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  search(query: string): ReturnType<Deployment['get']> {
    return this.get(`/api/v1/web/?q=${encodeURIComponent(query)}`);
  }

  async knobs(upstream: string, knobs: Knobs): Promise<void> {
    await fetch(`${this.upstreams}/_sandbox/knobs/${upstream}`, { method: 'PUT', body: JSON.stringify(knobs) });
  }

  async stop(): Promise<void> {
    await Promise.all([this.web, this.worker].map((process) => process.stop('SIGKILL')));
    await this.#sandbox.close();
  }
}

const ALL = ['engine_a', 'engine_b', 'engine_c'];
/** What a reply with all three engines looks like. */
export const fromAllEngines = { status: 200, body: { engine: ALL } };
