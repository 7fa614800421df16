import { z } from 'zod';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { MAX_MAP_LINKS } from '../../lib/sites/map-operation.ts';
import { numberParam, switchParam, wordsParam } from './page-params.ts';
import { ONCE, REQUIRED } from './params.ts';

const DEFAULT_LINKS = 5_000;
/** Each address is compared with each of them. */
const MAX_GLOBS = 20;
const MAX_GLOB_CHARS = 200;

/** Globs of paths: a list, or one parameter for each. */
const globsParam = (description: string) =>
  z
    .union([z.string(), z.array(z.string())], { error: 'Give a list of paths.' })
    .transform((given, context): string[] => {
      const globs = [given].flat().map((glob) => glob.trim());
      if (globs.length > MAX_GLOBS) context.addIssue({ code: 'custom', message: `Give at most ${MAX_GLOBS} paths.` });
      if (globs.some((glob) => glob === '' || glob.length > MAX_GLOB_CHARS || /^https?:/i.test(glob))) {
        context.addIssue({
          code: 'custom',
          message: `Use paths such as /blog/**, of at most ${MAX_GLOB_CHARS} characters.`,
        });
      }
      return globs;
    })
    .optional()
    .meta({ description, type: 'array', items: { type: 'string' }, maxItems: MAX_GLOBS, example: ['/blog/**'] });

/** Which pages of a site are meant: parameters that everything that visits sites has. */
export const scopeParams = {
  subdomains: switchParam('Whether all hosts of the domain belong to the site. `www.` never makes a difference.'),
  include: globsParam(
    'Only pages whose path matches one of these: `*` stands for any characters but `/`, `**` for any. A pattern with ' +
      '`?` is compared with path and query. In a query string, repeat the parameter.',
  ),
  exclude: globsParam('No pages whose path matches one of these.'),
};

/** The parameters of `/api/v1/map/`. */
export const mapParams = z.object({
  url: z
    .string({ error: ({ input }) => (input === undefined ? REQUIRED : ONCE) })
    .transform((url) => url.trim())
    .refine((url) => parseHttpUrl(url) !== null, 'Use an http:// or https:// address.')
    .meta({ description: 'The address of the site, or of a page where it begins.', example: 'https://example.org/' }),
  q: wordsParam('Words. Pages with them in their address or title come first.', 'tributaries'),
  limit: numberParam(1, MAX_MAP_LINKS, 'Maximum number of addresses.', DEFAULT_LINKS),
  ...scopeParams,
});
export type MapParams = z.infer<typeof mapParams>;

/** How many addresses a request wants. */
export const linksWanted = ({ limit = DEFAULT_LINKS }: Pick<MapParams, 'limit'>): number => limit;
