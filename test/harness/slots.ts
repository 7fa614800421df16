import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Command, Pipeline, Redis } from 'ioredis';

declare global {
  /** What was found since the last look. The guard outlives this module where a test file imports modules anew. */
  var foundInSlots: string[] | undefined;
}

globalThis.foundInSlots ??= [];
const found = globalThis.foundInSlots;

/**
 * What decides the slot of a key in a cluster: the part of its name in braces, else all of it. Keys of one command must
 * have the same, for then they share a slot whatever else they are called; two that only happen to do so would hide a fault.
 */
const tagOf = (key: unknown) => /\{([^}]+)\}/.exec(String(key))?.[1] ?? String(key);

/** What a cluster would say, if these keys are not in one slot. */
function complaint(name: string, keys: readonly unknown[]): Error | null {
  if (new Set(keys.map(tagOf)).size <= 1) return null;
  const text = `${name.toUpperCase()} has keys of several slots: ${keys.map(String).join(', ')}`;
  found.push(text);
  return new Error(text);
}

/** Runs before each script of ours, and sees what it does. On one line, so that errors name the right one. */
const WATCH = readFileSync(new URL('watched-script.lua', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const NOT_ITS_SLOT = /a script has left its slot: [^\n]*/;

/** The hash of each script as the product knows it, and the hash of the one that is run in its place. */
const watched = new Map<unknown, string>();
const shaOf = (lua: string) => createHash('sha1').update(lua).digest('hex');

/** BullMQ's scripts are commands of a kind of their own; those of the product are plain ones. */
function watchScript(command: Command): void {
  if (command.constructor !== Command || !/^eval(sha)?$/.test(command.name)) return;
  const [script] = command.args;
  if (command.name === 'evalsha') command.args[0] = watched.get(script) ?? (script as string);
  else if (!String(script).startsWith(WATCH)) {
    const lua = WATCH + String(script);
    watched.set(shaOf(String(script)), shaOf(lua));
    command.args[0] = lua;
  }
  const { reject } = command;
  command.reject = (error) => {
    const [text] = NOT_ITS_SLOT.exec(error.message) ?? [];
    if (text && !found.includes(text)) found.push(text);
    reject(error);
  };
}

/** Makes each command, transaction and pipeline with keys of several slots fail, and each script that uses such keys. */
export function guardSlots(): void {
  const send = Redis.prototype.sendCommand;
  Redis.prototype.sendCommand = function (command, stream) {
    const error = complaint(command.name, command.getKeys());
    if (error) {
      command.reject(error);
      return command.promise;
    }
    watchScript(command);
    return send.call(this, command, stream);
  };

  const keysOf = new WeakMap<Pipeline, unknown[]>();
  const add = Pipeline.prototype.sendCommand;
  Pipeline.prototype.sendCommand = function (command) {
    const keys = keysOf.get(this) ?? [];
    const [first] = keys;
    keysOf.set(this, keys);
    keys.push(...command.getKeys());
    const other = command.getKeys().find((key) => tagOf(key) !== tagOf(first ?? key));
    if (other !== undefined) complaint('a pipeline', [first, other]);
    return add.call(this, command);
  };
}

/** Fails if something was found. */
export function checkSlots(): void {
  const all = found.splice(0);
  if (all.length > 0) throw new Error(`A Redis Cluster would refuse this:\n${all.join('\n')}`);
}
