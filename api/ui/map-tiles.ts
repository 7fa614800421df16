import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { z } from 'zod';
import { admitPicture } from '../../lib/limits/picture-admission.ts';
import type { PictureReply } from '../../lib/pictures/picture-operation.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { requesterOf } from '../plugins/request-context.ts';
import type { Services } from '../services.ts';
import { missing, refused, send } from './proxied-pictures.tsx';
import { readVisitor } from './visitor.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whom maps name as the source of their tiles; null if they have none. */
    tileSource: string | null;
  }
}

/** Tiles in the memory of this process: some thousand. Browsers keep theirs for a day. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 500;
const KEEP_MS = 86_400_000;
/** A server that did not send a tile is not asked again at once. */
const KEEP_FAILURE_MS = 60_000;
const DEADLINE_MS = 8_000;
/** Servers of street maps end here. */
export const MAX_TILE_ZOOM = 19;

const whole = z
  .string()
  .regex(/^(0|[1-9]\d{0,6})$/)
  .transform(Number);
const tileParams = z
  .object({ z: whole, x: whole, y: whole })
  .refine((tile) => tile.z <= MAX_TILE_ZOOM && tile.x < 2 ** tile.z && tile.y < 2 ** tile.z);

const TileSource = createContext<string | null>(null);
/** Tells the maps of a page whom to name as the source of their tiles. */
export const TileSourceProvider = TileSource.Provider;

/** Whom a map names as the source of its tiles; null if it has none, and is a sketch. */
export function useTileSource(): string | null {
  return useContext(TileSource);
}

/** Whom maps name as the source of their tiles; null without a server of tiles, or if workers fetch no pictures. */
export function tileSource({ config, providers }: Pick<Services, 'config' | 'providers'>): string | null {
  const { url, attribution } = config.mapTiles;
  return url !== '' && providers.roster.pictures ? attribution : null;
}

/** The address of a tile on this site. With `{z}/{x}/{y}`, the template for a script. */
export function tileAddress(tile: { z: number | string; x: number | string; y: number | string }): string {
  return `/img/tile/${tile.z}/${tile.x}/${tile.y}`;
}

/**
 * Serves the tiles of the configured server to signed-in users. A visitor chooses only three numbers, which are checked:
 * neither the server nor anything else of the address. Workers fetch a tile as they fetch any picture.
 */
export function mapTiles(app: FastifyInstance, { config, providers, redis, metrics }: Services): void {
  const kept = new LRUCache<string, PictureReply>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (tile) => OVERHEAD_BYTES + (tile.ok ? tile.data.length : 0),
  });
  app.get(tileAddress({ z: ':z', x: ':x', y: ':y' }), {
    schema: { hide: true },
    async handler(request, reply) {
      const { pictures } = providers.roster;
      const { data: tile } = tileParams.safeParse(request.params);
      if (config.mapTiles.url === '' || !pictures || !tile) return missing(reply);
      const session = await readVisitor(request, reply, redis, 'or by link');
      if (!session) return refused(reply, 401, 'Sign in to see maps.');
      const url = config.mapTiles.url.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(tile[name]));
      const known = kept.get(url);
      if (known) return send(reply, known);
      const waitS = await admitPicture(redis, redisKeys.tileRateLog(session.username));
      if (waitS > 0) {
        metrics.countRefusal('rate');
        return refused(reply.header('retry-after', waitS), 429, 'Too many map tiles.');
      }
      const calls = providers.callsFor(requesterOf(request, reply, session.username), DEADLINE_MS);
      const [outcome] = await providers.askAll('picture', { url, size: 'thumbnail' }, [pictures], calls);
      if (!outcome?.ok) return missing(reply);
      kept.set(url, outcome.value, { ttl: outcome.value.ok ? KEEP_MS : KEEP_FAILURE_MS });
      return send(reply, outcome.value);
    },
  });
}
