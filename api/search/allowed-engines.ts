import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { type SlotSlug, slotSlugs } from '../../lib/providers/slot-slugs.ts';

/**
 * The engines of a request, null for all, without those that its key may not use. Throws a 403 if none is left. Engines
 * that a key may not use are as if they had not been asked for: caches and lists are those of the others.
 */
export function allowedEngines(
  asked: readonly SlotSlug[] | null | undefined,
  { admitted }: Pick<FastifyRequest, 'admitted'>,
): SlotSlug[] | null {
  const allowed = admitted?.caller.engines ?? [];
  const wanted = asked ?? null;
  if (allowed.length === 0) return wanted && [...wanted];
  const left = (wanted ?? slotSlugs).filter((slug) => allowed.includes(slug));
  if (left.length === 0)
    throw new ApiError(403, `This API key may not use ${(wanted ?? slotSlugs).join(' or ')}.`, {}, 'scope');
  return left;
}

/** A context whose parameters ask only for engines that the key may use. */
export function withinKey<Context extends { params: EngineParams; request: Pick<FastifyRequest, 'admitted'> }>(
  context: Context,
): Context {
  const { params, request } = context;
  if (!request.admitted?.caller.engines.length) return context;
  return { ...context, params: { ...params, engine: allowedEngines(params.engine, request) } };
}

/** Parameters that may name engines; null for all. */
export interface EngineParams {
  engine?: SlotSlug[] | null | undefined;
}
