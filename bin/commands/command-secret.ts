import { Writable } from 'node:stream';
import { ErrorReporter } from '../../lib/error-reporter.ts';
import { InstanceSecret } from '../../lib/instance-secret.ts';
import { createLog } from '../../lib/log.ts';
import type { CommandContext } from '../command.ts';

/** The secret of the instance that a command works on. */
export function secretOf(context: CommandContext): InstanceSecret {
  const { instanceSecret, previousInstanceSecret } = context.config;
  return new InstanceSecret(context.redis, instanceSecret, errorsOn(context), previousInstanceSecret);
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
