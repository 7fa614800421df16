import { exists, hasFlag } from '@ioredis/commands';
import type { Cluster, Command, Redis } from 'ioredis';

/**
 * The layers between a caller and the socket. Each wraps the `sendCommand` of what came before it, so the one that is
 * added last sees a command first. In the order in which a command passes them:
 *
 * 1. `limitWaits`, on a server or a whole cluster: a Redis that hangs must not hold a request. Its time includes all below.
 * 2. `failUnlessReady`, on a cluster: until it knows a node, ioredis would keep commands that should fail at once.
 * 3. `confirmWrites`, on each server: what a person is told to be done must survive its primary. It is below the cluster,
 *    because only the server that did a write knows which replicas have it.
 * 4. `sendTogether`, on each server: one write to the socket per turn of the event loop. It is the last, so that the WAIT
 *    of `confirmWrites` is sent like any command.
 *
 * Connections for requests and for bulk data have all that apply; those that wait for jobs have only the last one;
 * subscriptions have none.
 */

/** A timer that fires this late shows that the process was held up itself. */
const HELD_UP_MS = 50;

/**
 * Makes a connection send all commands of one turn of the event loop in one write, which saves a quarter of the CPU time
 * of a search. ioredis' auto-pipelining would do the same with more work per command, and on a connection shared with
 * BullMQ it would define BullMQ's fifty scripts again in every pipeline.
 */
export function sendTogether(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...args) => {
    const { stream } = redis;
    if (stream && stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    return send(...args);
  };
}

/**
 * Sends the commands of this turn now. Those of its last phase, in which immediates run, would otherwise be sent a turn
 * later, after all that comes in meanwhile.
 */
export function sendNow(redis: Redis | Cluster): void {
  for (const { stream } of 'nodes' in redis ? redis.nodes() : [redis]) stream?.uncork();
}

/** How long replicas have to confirm that they have a write. */
export const CONFIRM_WITHIN_MS = 1_000;

/**
 * Makes each write of a connection to one server wait until this many replicas have it. Redis answers before it
 * replicates, so a primary that dies in between takes with it what it acknowledged. The connection waits for nothing else
 * meanwhile, so it should be one of its own.
 */
export function confirmWrites(redis: Redis, replicas: number): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    if (isWrite(command)) {
      const isSentAgain = sentTo.has(command);
      sentTo.set(command, redis);
      if (!isSentAgain) confirmWrite(command, replicas);
    }
    return send(command, stream);
  };
}

/** The server of each write. A cluster sends a command again that reached the wrong one. */
const sentTo = new WeakMap<Command, Redis>();

function confirmWrite(command: Command, replicas: number): void {
  const { resolve } = command;
  command.resolve = (reply) => {
    (sentTo.get(command) as Redis).wait(replicas, CONFIRM_WITHIN_MS).then(
      (count) => {
        if (count >= replicas) resolve(reply);
        else command.reject(new UnconfirmedWriteError(`${count} of ${replicas} replicas have confirmed it`));
      },
      (cause) => command.reject(new UnconfirmedWriteError('the primary went away or became a replica', { cause })),
    );
  };
}

/** A write was done, but may be lost if the primary is. It begins with the word that Redis has for too few replicas. */
export class UnconfirmedWriteError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`NOREPLICAS a write was not confirmed: ${reason}`, options);
  }
}

/** Commands of a transaction are not done before its end. Nobody knows what a script writes. */
function isWrite({ name, inTransaction }: Command): boolean {
  if (/^(exec|eval|evalsha)$/.test(name)) return true;
  return !inTransaction && exists(name) && hasFlag(name, 'write');
}

/** Makes commands fail at once while no node of the cluster can be reached. */
export function failUnlessReady(cluster: Cluster): void {
  const send = cluster.sendCommand.bind(cluster);
  cluster.sendCommand = (command, stream, node) => {
    // ioredis asks with CLUSTER whether it is ready.
    if (cluster.status === 'ready' || command.name === 'cluster') return send(command, stream, node);
    command.reject(new Error("Cluster isn't ready"));
    return command.promise;
  };
}

/** Makes each command of a connection fail if its reply takes longer than this. */
export function limitWaits(redis: Redis | Cluster, ms: number): void {
  const send = (redis as Redis).sendCommand.bind(redis);
  (redis as Redis).sendCommand = (...args) => {
    const reply = send(...args);
    if (!args[0].isSettled) limitWait(args[0], ms);
    return reply;
  };
}

/**
 * Rejects a command that Redis does not answer in time. ioredis' `commandTimeout` also counts the time in which this
 * process cannot read the reply, because it computes or the system does not let it run. Every request that waits at that
 * moment would fail though Redis is well.
 */
function limitWait(command: Command, ms: number): void {
  const { resolve, reject } = command;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const due = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() > due + HELD_UP_MS) wait();
      else command.reject(new Error('Command timed out'));
    }, ms);
  };
  command.resolve = (reply) => {
    clearTimeout(timer);
    resolve(reply);
  };
  command.reject = (error) => {
    reject(error);
    // A cluster sends a command again that reached the wrong node.
    if (command.isSettled) clearTimeout(timer);
  };
  wait();
}
