import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  client: Socket;
  upstream: Socket;
  /** The beginning of what the client said: ioredis gives its connection's name there. */
  said: string;
  /** The last thing that the client said: an HTTP client's request. */
  latest: string;
  /** How often the client has said something. */
  writes: number;
  /** Replies that wait to be let go. */
  held: Buffer[];
  /** Nothing passes any more, and neither side is told. */
  isLost: boolean;
}

/** Which connections are meant: those that gave a name with this in it, or all. */
type Named = string | undefined;

/**
 * Stands between a process and its Redis or its upstreams, and can do what a network does: cut connections in the middle
 * of a command, hold back or swallow what is said, refuse to connect, and let all of that end again.
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #refused: { named: Named } | null = null;
  #mute: { named: Named } | null = null;
  #silent: { named: Named } | null = null;
  #holding: { asked: string } | null = null;
  /** Where it leads. Settings may need this proxy's address before they tell. */
  targetPort: number;
  /** The replies that were swallowed so far, as text. */
  swallowed = '';
  /** How much later everything arrives on the other side, as from another zone. */
  delayMs = 0;
  /** The commands that were swallowed so far, as text. */
  swallowedCommands = '';
  /** Connections that were asked for so far. */
  attempts = 0;

  private constructor(targetPort: number) {
    this.targetPort = targetPort;
    this.#server = createServer((client) => this.#accept(client, this.targetPort));
  }

  static async to(targetPort = 0): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** How many connections of that name stand. */
  count(named?: string): number {
    return this.#chosen(named).length;
  }

  /** How often the clients of the connections of that name that stand have said something. */
  writes(named?: string): number {
    return this.#chosen(named).reduce((sum, link) => sum + link.writes, 0);
  }

  /** Cuts connections with a reset, whatever is under way on them. */
  cut(named?: string): void {
    for (const { client, upstream } of this.#chosen(named)) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  }

  /** Cuts, and does not let connect again until `admit`. */
  refuse(named?: string): void {
    this.#refused = { named };
    this.cut(named);
  }

  admit(): void {
    this.#refused = null;
  }

  /** Replies no longer reach the client, although the other side has said them; they are lost when cut. */
  swallowReplies(named?: string): void {
    this.#silent = { named };
  }

  /** Commands no longer reach Redis, although the client has sent them; they are lost. */
  swallowCommands(named?: string): void {
    this.#mute = { named };
  }

  /** Loses the route of the connections that stand: they stay open, and nothing passes. New ones are sound. */
  loseRoute(): void {
    for (const link of this.#links) link.isLost = true;
  }

  /** How many connections without a route have not been given up. */
  get lost(): number {
    return [...this.#links].filter(({ isLost }) => isLost).length;
  }

  /** Keeps the replies to requests with this text in them, to all unless told, until they are let go. */
  holdReplies(asked = ''): void {
    this.#holding = { asked };
  }

  /** Whether a reply waits to be let go. */
  get isHolding(): boolean {
    return [...this.#links].some(({ held }) => held.length > 0);
  }

  letGo(): void {
    this.#holding = null;
    for (const link of this.#links) {
      for (const chunk of link.held.splice(0)) link.client.write(chunk);
    }
  }

  /** Nothing more is swallowed. What was is gone: cut the connections that missed it. */
  swallowNothing(): void {
    this.#mute = null;
    this.#silent = null;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const { client, upstream } of this.#links) {
      client.destroy();
      upstream.destroy();
    }
    await closed;
  }

  #chosen(named: Named): Link[] {
    return [...this.#links].filter((link) => isMeant(link, { named }));
  }

  #accept(client: Socket, targetPort: number): void {
    this.attempts += 1;
    const upstream = connect(targetPort, '127.0.0.1');
    const link: Link = { client, upstream, said: '', latest: '', writes: 0, held: [], isLost: false };
    this.#links.add(link);
    const end = () => {
      this.#links.delete(link);
      client.destroy();
      upstream.destroy();
    };
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      link.latest = chunk.toString('latin1');
      link.writes += 1;
      if (link.said.length < 2_000) link.said += link.latest;
      if (isMeant(link, this.#refused)) client.resetAndDestroy();
      else if (isMeant(link, this.#mute)) this.swallowedCommands += link.latest;
      else if (!link.isLost) this.#pass(upstream, chunk);
    });
    upstream.on('data', (chunk) => {
      if (link.isLost) return;
      if (isMeant(link, this.#silent)) this.swallowed += chunk.toString('latin1');
      else if (this.#holding && link.latest.includes(this.#holding.asked)) link.held.push(chunk);
      else this.#pass(client, chunk);
    });
  }

  #pass(to: Socket, chunk: Buffer): void {
    if (this.delayMs === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), this.delayMs);
  }
}

function isMeant({ said }: Link, rule: { named: Named } | null): boolean {
  return rule !== null && (rule.named === undefined || said.includes(rule.named));
}
