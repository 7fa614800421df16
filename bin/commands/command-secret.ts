import { Writable } from 'node:stream';
import { InstanceSecret } from '../../lib/instance-secret.ts';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog } from '../../lib/log/log.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import type { CommandContext } from '../command.ts';

/** The secret of the instance that a command works on. */
export function secretOf(context: CommandContext, clock = new RedisClock(context.redis)): InstanceSecret {
  const { instanceSecret, previousInstanceSecret } = context.config;
  return new InstanceSecret(context.redis, clock, instanceSecret, errorsOn(context), previousInstanceSecret);
}

/** Reports unexpected errors on standard error. */
export function errorsOn({ terminal }: CommandContext): ErrorReporter {
  const output = new Writable({
    write(chunk, _encoding, done) {
      terminal.writeError(String(chunk));
      done();
    },
  });
  return new ErrorReporter(createLog('cli', 'error', output));
}
