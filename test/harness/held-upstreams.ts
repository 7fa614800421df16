import { sandboxSettings } from '../../sandbox/settings.ts';
import { TcpProxy } from './tcp-proxy.ts';

/**
 * The way to the sandbox, on which replies can be held back: a test holds them, waits until the upstreams were asked, does
 * what it is about, and lets them go. Nothing depends on how long any of that takes.
 */
export class HeldUpstreams {
  readonly #proxy: TcpProxy;

  private constructor(proxy: TcpProxy) {
    this.#proxy = proxy;
  }

  static async start(): Promise<HeldUpstreams> {
    return new HeldUpstreams(await TcpProxy.to());
  }

  /** Settings that lead every provider through here to the sandbox at this address. */
  settings(sandboxUrl: string): Record<string, string> {
    this.#proxy.targetPort = Number(new URL(sandboxUrl).port);
    return sandboxSettings(`http://127.0.0.1:${this.#proxy.port}`);
  }

  /** Holds back what this upstream answers, or every upstream. */
  hold(upstream = ''): void {
    this.#proxy.holdReplies(`/${upstream}`);
  }

  /** Holds back the answers to requests with this word in them. */
  holdAnswersTo(word: string): void {
    this.#proxy.holdReplies(word);
  }

  letGo(): void {
    this.#proxy.letGo();
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }
}
