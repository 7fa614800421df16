import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EngineOutcome, RequestRecord } from './request-record.ts';

/**
 * How many classes of requests there are. A request is of a class by chance: every second one of class 0, every fourth of
 * class 1, and so on. A log that has no room for all leaves out the lowest classes.
 */
export const CLASSES = 8;

/** The class of a request. Callers may choose its id, so that its time matters as well. */
export function classOf({ id, at }: Pick<RequestRecord, 'id' | 'at'>): number {
  return Math.min(CLASSES - 1, Math.clz32(hashOf(id, at % 2 ** 31)));
}

/** A number of 32 bits for an id and a number, whose first bits differ wherever any of them differ. */
function hashOf(id: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** So few requests that ended together are one block: packing and storing it costs about as much as for one of them. */
const ONE_BLOCK = 16;

/**
 * Requests of one account that ended together, by class. A few are all of the class of the first: each request is still left
 * out by the same chance, though together with its neighbours.
 */
export function byClass(records: readonly RequestRecord[]): RequestRecord[][] {
  const classes = Array.from({ length: CLASSES }, (): RequestRecord[] => []);
  const [first] = records;
  for (const record of records) classes[classOf(records.length > ONE_BLOCK || !first ? record : first)]?.push(record);
  return classes;
}

/** The digits of the time of a block, and then of its level. */
const TIME_DIGITS = 13;
const HEAD_CHARS = TIME_DIGITS + 1;
/** Of the mark of each request's id at the end of a block, and of the number of these, which ends it. */
const MARK_BYTES = 2;

/** Texts that most blocks have: a short block is then half as long. */
const DICTIONARY = Buffer.from(
  '"client_left","no_key","bad_key","sustained","parallel","month","scope","parameter","burst","timeout","engines",' +
    '"python-requests/2.32.","node","Mozilla/5.0","curl/8.5.0","translate","instant","extract","mcp/web_search",' +
    '"page/web","images","tavily/search","web",503,429,404,403,401,400,200,null,0,0,1,1,{},' +
    '["engine_c","rate_limited",null],["engine_c","suspended",null],["engine_c","error",12],["engine_c","timeout",4500],' +
    '["engine_a","cached",null],["engine_b","cached",null],["engine_c","cached",null],["engine_c","skipped",null]' +
    '[["engine_a","ok",412],["engine_b","ok",318],["engine_c","ok",267]],null,null]',
);

/** Packs requests of one account that ended together. The script that stores the block adds the level. */
export function packRequests(records: readonly RequestRecord[]): Buffer {
  const [first] = records;
  const start = first?.at ?? 0;
  const rows = records.map((record) => {
    const { id, at, ms, key, labels, endpoint, status, reason, cost, cached, trace, program } = record;
    const engines = record.engines.map((one) => [one.engine, one.outcome, one.ms]);
    return [id, at - start, ms, key, endpoint, status, reason, cost, cached ? 1 : 0, labels, engines, trace, program];
  });
  const packed = deflateRawSync(JSON.stringify(rows), {
    level: 1,
    windowBits: 12,
    memLevel: 5,
    dictionary: DICTIONARY,
  });
  return Buffer.concat([Buffer.from(String(start).padStart(TIME_DIGITS, '0')), packed, marksOf(records)]);
}

/** Marks of the ids, and their number: who looks for one request need not unpack blocks that do not have it. */
function marksOf(records: readonly RequestRecord[]): Buffer {
  const marks = Buffer.alloc(MARK_BYTES * (records.length + 1));
  for (const [at, { id }] of records.entries()) marks.writeUInt16BE(markOf(id), MARK_BYTES * at);
  marks.writeUInt16BE(records.length, MARK_BYTES * records.length);
  return marks;
}

const markOf = (id: string) => hashOf(id, 0) >>> 16;

/** Whether a stored block may have a request with this id. One in 65,000 other requests has the same mark. */
export function mayHave(stored: Buffer, id: string): boolean {
  const mark = markOf(id);
  for (let at = marksAt(stored); at < stored.length - MARK_BYTES; at += MARK_BYTES) {
    if (stored.readUInt16BE(at) === mark) return true;
  }
  return false;
}

/** Where the marks of a stored block begin. */
function marksAt(stored: Buffer): number {
  return stored.length - MARK_BYTES * (1 + stored.readUInt16BE(stored.length - MARK_BYTES));
}

/** What a block is stored as. */
interface StoredBlock {
  /** The time of its first request. */
  at: number;
  /** Classes below it were left out when it was written. */
  level: number;
  /** Its requests as text. */
  text: string;
}

/** A block as it was stored. */
export function openBlock(stored: Buffer): StoredBlock {
  return {
    at: blockTime(stored),
    level: Number(stored.toString('latin1', TIME_DIGITS, HEAD_CHARS)),
    text: inflateRawSync(stored.subarray(HEAD_CHARS, marksAt(stored)), { dictionary: DICTIONARY }).toString(),
  };
}

/** The time of the first request of a stored block. */
export function blockTime(stored: Buffer): number {
  return Number(stored.toString('latin1', 0, TIME_DIGITS));
}

type Row = [
  ...[id: string, after: number, ms: number, key: string | null, endpoint: string, status: number],
  ...[reason: string | null, cost: number, cached: 0 | 1, labels: Record<string, string>],
  ...[engines: [string, string, number | null][], trace: string | null, program: string | null],
];

/** The requests of a block of this account. */
export function requestsIn({ at: start, text }: StoredBlock, account: string | null): RequestRecord[] {
  return (JSON.parse(text) as Row[]).map(
    ([id, after, ms, key, endpoint, status, reason, cost, cached, labels, engines, trace, program]) => ({
      id,
      at: start + after,
      ms,
      account,
      key,
      labels,
      endpoint,
      status,
      reason,
      cost,
      cached: cached === 1,
      engines: engines.map(([engine, outcome, took]): EngineOutcome => ({ engine, outcome, ms: took })),
      trace,
      program,
    }),
  );
}
