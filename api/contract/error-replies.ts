import { z } from 'zod';

const problem = z.object({ detail: z.string() }).meta({ id: 'Problem' });
const fieldProblems = z.record(z.string(), z.array(z.string())).meta({ id: 'FieldProblems' });

/** A reply with a named schema. A description on the schema itself would make it another one, without the name. */
const describedAs = (description: string, example: object, schema: z.ZodType = problem) => ({
  description,
  content: { 'application/json': { schema, example } },
});

/**
 * The replies that are errors, by their names in the OpenAPI document, which has each of them once. It knows them by their
 * descriptions: no two are the same.
 */
export const errorReplies = {
  BadRequest: describedAs('Messages by parameter name.', { q: ['This field is required.'] }, fieldProblems),
  BadRequestBody: describedAs(
    'Messages by parameter name, or a message about the body.',
    { q: ['This field is required.'] },
    z.union([fieldProblems, problem]),
  ),
  Unauthorized: describedAs('The key is missing, invalid, revoked or expired.', {
    detail: 'Authentication credentials were not provided.',
  }),
  Forbidden: describedAs('The account is disabled.', { detail: 'User account is disabled.' }),
  ManagementForbidden: describedAs('The key lacks the scope `manage`, or its account may not do this.', {
    detail: 'This API key lacks the scope "manage".',
  }),
  NotFound: describedAs('There is no such thing, or none that the key manages.', {
    detail: 'There is no key trib_1a2B3c4D.',
  }),
  CrawlNotFound: describedAs('The account has no such crawl.', { detail: 'There is no such crawl of this account.' }),
  Conflict: describedAs('Something else is in the way; `detail` says what.', {
    detail: 'There is a user "ada" already.',
  }),
  PreconditionFailed: describedAs('Somebody else has changed it since.', {
    detail: 'Somebody else has changed this key meanwhile.',
  }),
  ContentTooLarge: describedAs('The body is too large.', { detail: 'The request is too large.' }),
  UnsupportedMediaType: describedAs('The body is neither a form nor JSON.', {
    detail: 'This content type is not supported.',
  }),
  UnprocessableContent: describedAs('The `Idempotency-Key` was used for another request.', {
    detail: 'This Idempotency-Key was used for another request.',
  }),
  TooManyRequests: describedAs('A limit was reached; `Retry-After` has the number of seconds to wait.', {
    detail: 'Request was throttled. Expected available in 12 seconds.',
  }),
  ServiceUnavailable: describedAs('A service that this endpoint needs is unavailable or not configured.', {
    detail: 'No search engine answered.',
  }),
};

/** Error replies of every endpoint. */
const commonReplies = {
  401: errorReplies.Unauthorized,
  403: errorReplies.Forbidden,
  429: errorReplies.TooManyRequests,
  503: errorReplies.ServiceUnavailable,
};

/** Error replies of an endpoint with its parameters in the address. */
export const addressReplies = { 400: errorReplies.BadRequest, ...commonReplies };

/** Error replies of an endpoint with a body, which may be unreadable as a whole. */
export const bodyReplies = {
  400: errorReplies.BadRequestBody,
  ...commonReplies,
  413: errorReplies.ContentTooLarge,
  415: errorReplies.UnsupportedMediaType,
};

/** Error replies of an operation on crawls. */
export const crawlReplies = ({ body, path }: { body?: unknown; path: string }) => ({
  ...(body ? bodyReplies : addressReplies),
  ...(path.includes(':') && { 404: errorReplies.CrawlNotFound }),
});

/** What error replies depend on in the management API. */
interface ManagementRoute {
  method: string;
  path: string;
  body?: unknown;
  takesIfMatch?: boolean;
}

/** Error replies of an operation of the management API. */
export const adminReplies = ({ method, body, takesIfMatch, path }: ManagementRoute) => ({
  ...(body ? bodyReplies : addressReplies),
  403: errorReplies.ManagementForbidden,
  ...(path.includes(':') && { 404: errorReplies.NotFound }),
  ...(method !== 'GET' && { 409: errorReplies.Conflict }),
  ...(takesIfMatch && { 412: errorReplies.PreconditionFailed }),
  ...(method === 'POST' && { 422: errorReplies.UnprocessableContent }),
});
