import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ApiError, badRequest } from '../../lib/errors.ts';

/** A 400 with the messages of all bad parameters, by name. */
export function invalidParameters(error: unknown): ApiError {
  if (!hasZodFastifySchemaValidationErrors(error)) return new ApiError(400, 'The request could not be read.');
  const fields: Record<string, string[]> = {};
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.split('/')[1] ?? '';
    if (field === '') return new ApiError(400, 'The body is not a form, nor a JSON object.');
    fields[field] ??= [];
    fields[field].push(message ?? 'Invalid value.');
  }
  return badRequest(fields);
}
