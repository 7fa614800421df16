import { WebSocket } from 'undici';

/** The inspector of a process that was started with `--inspect`. */
export class Heap {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: { usedSize: number }) => void>();
  #sequence = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data));
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async at(port: number): Promise<Heap> {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
      { webSocketDebuggerUrl: string },
    ];
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new Heap(socket);
  }

  /** Megabytes that are still in use after a collection. */
  async usedMb(): Promise<number> {
    // Twice, because what finalizers let go of goes with the next collection.
    for (let i = 0; i < 2; i++) await this.#send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#send('Runtime.getHeapUsage');
    return usedSize / 1024 / 1024;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string): Promise<{ usedSize: number }> {
    this.#sequence += 1;
    const id = this.#sequence;
    this.#socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
