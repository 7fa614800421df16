import type { RedisOptions } from 'ioredis';

/** The options of one connection. ioredis types a connection by its mapping of replies, which is always the usual one. */
export type NodeOptions = Omit<RedisOptions, 'replyMapping'>;

/** A host and its port. */
export interface HostAndPort {
  host: string;
  port: number;
}

/** Where a process reaches a node, by the `host:port` that Redis announces. */
export type NodeMap = Record<string, HostAndPort>;

/** Where Redis is, and how to log in. */
export interface RedisServer {
  /** One server, the primary that Sentinels name, or all nodes of a cluster. */
  kind: 'single' | 'sentinel' | 'cluster';
  /** As it was set. */
  url: string;
  /** The server, the Sentinels, or some nodes of the cluster: the others are found through them. */
  hosts: HostAndPort[];
  /** By what name the Sentinels know the primary. */
  primary?: string;
  database: number;
  username?: string;
  password?: string;
  sentinelPassword?: string;
  hasTls: boolean;
  /** The addresses under which this process reaches those that Redis announces. */
  natMap?: NodeMap;
}

const ADDRESS = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?]*)@)?([^@/?]*)(?:\/([^?]*))?(?:\?(.*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORTS = { single: 6379, cluster: 6379, sentinel: 26_379 } as const;

/** Reads the address of Redis. Throws an error whose message completes a sentence that begins with the setting's name. */
export function parseRedisServer(url: string): RedisServer {
  const [, scheme, form, login = '', hostList = '', path = '', query = ''] = ADDRESS.exec(url) ?? [];
  if (!scheme) {
    throw new Error(
      'must be a redis:// or rediss:// address (redis+sentinel:// and redis+cluster:// for several hosts)',
    );
  }
  const kind = (form ?? 'single') as RedisServer['kind'];
  const hosts = hostList.split(',').map((host) => parseHost(host, DEFAULT_PORTS[kind]));
  if (kind === 'single' && hosts.length > 1) {
    throw new Error('names several hosts: use redis+cluster:// or redis+sentinel:// for them');
  }
  const [username, password] = splitLogin(login);
  const server: RedisServer = { kind, url, hosts, database: 0, hasTls: scheme === 'rediss' };
  if (username) server.username = decoded(username);
  if (password) server.password = decoded(password);
  const parameters = new URLSearchParams(query);
  const name = decoded(path);
  if (kind === 'sentinel') {
    if (name === '') throw new Error('must end with the name by which the Sentinels know the primary, as in /mymaster');
    server.primary = name;
    server.database = databaseNumber(parameters.get('db') ?? '0');
  } else server.database = databaseNumber(name || (parameters.get('db') ?? '0'));
  if (kind === 'cluster' && server.database !== 0) throw new Error('names a database, but a cluster has only one');
  return server;
}

/** Reads `10.0.0.1:6379=127.0.0.1:7001,…`: what Redis announces, and how it is reached. */
export function parseNatMap(text: string): NodeMap {
  const pairs = text.split(',').map((pair) => {
    const [announced, reached, ...more] = pair.trim().split('=');
    if (!announced || !reached || more.length > 0)
      throw new Error('must be pairs such as 10.0.0.1:6379=127.0.0.1:7001');
    const { host, port } = parseHost(announced, DEFAULT_PORTS.single);
    return [`${host}:${port}`, parseHost(reached, DEFAULT_PORTS.single)] as const;
  });
  return Object.fromEntries(pairs);
}

function parseHost(text: string, defaultPort: number): HostAndPort {
  const [, host, port] = HOST.exec(text.trim()) ?? [];
  if (!host || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
    throw new Error('must name hosts as host or host:port');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}

/** `user:password`, `:password`, or a user alone. */
function splitLogin(login: string): [username: string, password: string] {
  const colon = login.indexOf(':');
  return colon === -1 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
}

function databaseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error('must end with the number of a database, as in /0');
  return Number(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The only error that the function throws.
    throw new Error('has a % that is not part of an encoded character: write it as %25');
  }
}
