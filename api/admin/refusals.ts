import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ChangedMeanwhileError, InputError } from '../../lib/accounts/account-store.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import { FieldError, NotAllowedError, NotFoundError } from '../../lib/keys/authority.ts';
import { ReusedError } from '../../lib/keys/request-once.ts';

/** The reply to what cannot be done. Any other error stays as it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  if (error instanceof FieldError) return badRequest({ [error.field]: [error.message] });
  if (error instanceof NotAllowedError) return new ApiError(403, error.message);
  if (error instanceof NotFoundError) return new ApiError(404, error.message);
  if (error instanceof ChangedMeanwhileError) return new ApiError(412, error.message);
  if (error instanceof ReusedError) return new ApiError(422, error.message);
  // The request is well-formed: something else is in its way, such as an account of that name.
  return new ApiError(409, error.message);
}

/** A 400 with the messages of all bad fields, by name: `limits.burst`, `addresses`. */
export function invalidFields(error: unknown): ApiError {
  if (!hasZodFastifySchemaValidationErrors(error)) return new ApiError(400, 'The request could not be read.');
  const fields: Record<string, string[]> = {};
  for (const { instancePath, params, message = 'Invalid value.' } of error.validation) {
    const path = instancePath.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
    const { keys, issues } = params as { keys?: string[]; issues?: { message: string }[] };
    const unknown = keys?.map((key) => [[...path, key], 'There is no such field.'] as const);
    // Of a bad name in a record, only the inner issue says what is wrong.
    const problems = unknown ?? [[path, issues?.[0]?.message ?? message] as const];
    for (const [at, text] of problems) {
      if (at.length === 0) return new ApiError(400, 'The body is not a JSON object.');
      const field = at.join('.');
      fields[field] = [...(fields[field] ?? []), text];
    }
  }
  return badRequest(fields);
}
