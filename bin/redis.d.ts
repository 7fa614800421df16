import type { ChildProcess } from 'node:child_process';

/** An installed Redis or Valkey server. */
export interface Redis {
  path: string;
  /** Environment variables that the server needs; empty for one on PATH. */
  env: Record<string, string>;
  version: string;
}

/** Options for starting a Redis server. */
export interface StartRedisOptions {
  path: string;
  env?: Record<string, string>;
  dir: string;
  port: number;
  logFile: string;
  /** What clients must send to be let in; without one, every user of this machine can read and change the data. */
  password?: string;
  /** Further command-line arguments; they override the settings of startRedis. */
  extra?: readonly string[];
  /** Ends a server that is still starting; the promise rejects. */
  signal?: AbortSignal;
}

/** Finds a redis-server or valkey-server on PATH, else the private copy in .data/redis-server. */
export function findRedis(): Redis | null;

/** Like findRedis, but installs a server if there is none; throws an Error with installation advice if that fails. */
export function ensureRedis(log?: (line: string) => void): Redis;

/** Starts a server and resolves once it answers PING. It ends with the process that started it. */
export function startRedis(options: StartRedisOptions): Promise<ChildProcess>;

/** Returns a loopback port that is not in use. */
export function freePort(): Promise<number>;
