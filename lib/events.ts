import { randomUUID } from 'node:crypto';
import type { Redis as SingleRedis } from 'ioredis';
import { z } from 'zod';
import type { ErrorReporter } from './log/error-reporter.ts';
import type { Log } from './log/log.ts';
import type { Redis } from './redis/redis.ts';
import { databaseOf, listenTo } from './redis/redis-channel.ts';
import { redisKeys } from './redis/redis-keys.ts';

/** What happens to accounts and keys. Each leaves a line in the log. */
const eventNames = [
  'signed in',
  'sign-in failed',
  'sign-in locked',
  'signed out',
  'set-up link made',
  'set up',
  'key created',
  'key changed',
  'key rotated',
  'key disabled',
  'key enabled',
  'key revoked',
  'search link created',
  'search link revoked',
  'account created',
  'account disabled',
  'account enabled',
  'account unlocked',
  'account limits set',
  'team created',
  'team deleted',
  'team member added',
  'team member removed',
  'administrator made',
  'administrator removed',
  'password set',
  'password change failed',
  'rules changed',
  'backup restored',
  'confirmation failed',
  'second factor added',
  'second factor removed',
  'second factor failed',
  'second factors taken away',
  'recovery codes made',
  'recovery code used',
] as const;

/** The name of an event. */
export type EventName = (typeof eventNames)[number];

const eventSchema = z.object({
  event: z.enum(eventNames),
  /** The account that did it; on the command line, the user of the system. Absent if it is not known. */
  actor: z.string().optional(),
  /** The account or the public part of the key that it was done to. */
  target: z.string().optional(),
  /** The client's address; on the command line, the machine. */
  address: z.string().optional(),
  via: z.enum(['command line', 'management API']).optional(),
  reqId: z.string().optional(),
});

/** An event with its actor and target. It never holds what was typed in place of a name, which may be a password. */
export type LoggedEvent = z.infer<typeof eventSchema>;

/** Writes an event to the log. */
export function logEvent(log: Log, event: LoggedEvent): void {
  log.info(event, 'event');
}

const announcedSchema = z.object({ id: z.uuid(), event: eventSchema });

/** How long a process may take to hear of an event. */
const HEARD_WITHIN_S = 60;

/** Tells the web processes of an event, because the command line has no log. While none runs, nobody logs it. */
export async function announceEvent(redis: Redis, event: LoggedEvent): Promise<void> {
  await redis.publish(redisKeys.eventChannel(databaseOf(redis)), JSON.stringify({ id: randomUUID(), event }));
}

/** Logs the events of the command line. Of all processes that hear of one, the first logs it. */
export function logAnnouncedEvents(redis: Redis, subscriber: SingleRedis, log: Log, errors: ErrorReporter): void {
  const logOnce = async (message: Buffer) => {
    const { id, event } = announcedSchema.parse(JSON.parse(message.toString('utf8')));
    if (await redis.set(redisKeys.loggedEvent(id), '1', 'EX', HEARD_WITHIN_S, 'NX')) logEvent(log, event);
  };
  const onMessage = (message: Buffer) => void logOnce(message).catch(errors.unlessAway('log an event'));
  listenTo(subscriber, redisKeys.eventChannel(databaseOf(redis)), onMessage, errors.unlessAway('subscribe to events'));
}
