import type { ChildProcess } from 'node:child_process';

export interface Redis {
  path: string;
  /** What the server needs in its environment; empty for one on PATH. */
  env: Record<string, string>;
  version: string;
}

export interface StartRedisOptions {
  path: string;
  env?: Record<string, string>;
  dir: string;
  port: number;
  logFile: string;
  /** Further command-line arguments; they win over the settings startRedis passes. */
  extra?: readonly string[];
}

/** A redis-server or valkey-server on PATH, else the private copy under .data/redis-server. */
export function findRedis(): Redis | null;

/** findRedis, after installing one when there is none; throws an Error that says what to install. */
export function ensureRedis(log?: (line: string) => void): Redis;

/** Resolves once the server answers PING; the caller ends the process, which outlives the parent otherwise. */
export function startRedis(options: StartRedisOptions): Promise<ChildProcess>;

/** A loopback port that nothing listens on. */
export function freePort(): Promise<number>;
