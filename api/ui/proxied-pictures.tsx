import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { admitPicture } from '../../lib/limits/picture-admission.ts';
import { pictureAddress, type SignedPicture, signedPicture, visitorOf } from '../../lib/pictures/picture-address.ts';
import type { PictureReply, PictureSize } from '../../lib/pictures/picture-operation.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Seal } from '../../lib/seal.ts';
import { requesterOf } from '../plugins/request-context.ts';
import type { Services } from '../services.ts';
import { ISOLATION } from './headers.ts';
import { useMayLoad } from './sandbox-url.ts';

/** Pictures in the memory of this process. Browsers keep theirs for longer. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 500;
const KEEP_MS = 3_600_000;
/** A site that did not send a picture is not asked again at once. */
const KEEP_FAILURE_MS = 60_000;
const BROWSERS_KEEP_S = 86_400;
/** A page looks complete by then, or stays without the picture. */
const DEADLINE_MS = 5_000;

/** Signs the pictures of a page for its visitor. */
export interface PictureSigner {
  seal: Seal;
  visitor: string;
}

/** Null if browsers load pictures from their sites. */
const Signer = createContext<PictureSigner | null>(null);

/** A page whose pictures come through this instance. */
export function withProxy(page: VNode, signer: PictureSigner | null): VNode {
  return <Signer.Provider value={signer}>{page}</Signer.Provider>;
}

/** The address from which a page loads a picture; null if it may not. The sandbox's pictures come from the sandbox. */
export function usePictureSource(src: string, size: PictureSize): string | null {
  const signer = useContext(Signer);
  if (!useMayLoad(src)) return null;
  return signer ? pictureAddress(signer.seal, { url: src, size, visitor: signer.visitor }, Date.now()) : src;
}

/** What signs the pictures of a person's pages; null if they are not fetched by this instance. */
export async function pictureSigner(
  { config, providers, secret }: Services,
  username: string,
): Promise<PictureSigner | null> {
  if (!providers.roster.pictures || config.sandboxUrl !== '') return null;
  const seal = await secret.load();
  return { seal, visitor: visitorOf(seal, username) };
}

/**
 * Serves the pictures that pages show. Only what a page was made with is fetched, so it needs no session: the address says
 * for whom the page was made, whose rate and turn it takes.
 */
export function proxiedPictures(app: FastifyInstance, { providers, secret, redis, metrics }: Services): void {
  const kept = new LRUCache<string, PictureReply>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (picture) => OVERHEAD_BYTES + (picture.ok ? picture.data.length : 0),
  });
  // The last part is no parameter, because the router limits the length of those to less than many addresses have.
  app.get<{ Params: Omit<SignedPicture, 'encoded'> & { '*': string } }>('/img/:lastDay/:signature/:visitor/:size/*', {
    schema: { hide: true },
    async handler(request, reply) {
      const { pictures } = providers.roster;
      const { '*': encoded, ...rest } = request.params;
      const picture = pictures && signedPicture({ ...rest, encoded }, await secret.loadAll(), Date.now());
      if (!pictures || !picture) return missing(reply);
      const { url, size, visitor } = picture;
      const known = kept.get(`${size} ${url}`);
      if (known) return send(reply, known);
      const waitS = await admitPicture(redis, redisKeys.pictureRateLog(visitor));
      if (waitS > 0) {
        metrics.countRefusal('rate');
        return refused(reply.header('retry-after', waitS), 429, 'Too many pictures.');
      }
      const calls = providers.callsFor(requesterOf(request, reply, visitor), DEADLINE_MS);
      const [outcome] = await providers.askAll('picture', { url, size }, [pictures], calls);
      if (!outcome?.ok) return missing(reply);
      kept.set(`${size} ${url}`, outcome.value, { ttl: outcome.value.ok ? KEEP_MS : KEEP_FAILURE_MS });
      return send(reply, outcome.value);
    },
  });
}

/** Sends a picture, which browsers keep for a day. */
export function send(reply: FastifyReply, picture: PictureReply): FastifyReply {
  if (!picture.ok) return missing(reply);
  return reply
    .headers({
      'content-type': picture.type,
      'cache-control': `private, max-age=${BROWSERS_KEEP_S}, immutable`,
      // If somebody opens it as a page, it is one without rights.
      'content-security-policy': "default-src 'none'; sandbox",
      ...ISOLATION,
    })
    .send(Buffer.from(picture.data, 'base64'));
}

/** Answers that there is no such picture. */
export function missing(reply: FastifyReply): FastifyReply {
  return refused(reply, 404, 'No such picture.');
}

/** Answers with a text in place of a picture. */
export function refused(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
