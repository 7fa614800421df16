import type { FastifyInstance } from 'fastify';
import { type ApiError, lineOf } from '../../lib/errors.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { type ImageResult, images } from '../endpoints/images.ts';
import { type NewsResult, news } from '../endpoints/news.ts';
import { type VideoResult, videos } from '../endpoints/videos.ts';
import { type WebResult, web } from '../endpoints/web.ts';
import { anyHeader } from '../plugins/credentials.ts';
import type { TabName } from '../search/engines.ts';
import { answerWith, type Found } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { addNotOffered } from './not-offered.ts';
import { type SerperParams, serperParams, tabParamsOf } from './serper-params.ts';

/** A kind of search: its tab, and its list in the reply. */
interface Kind {
  tab: TabName;
  list: string;
  search(context: RequestContext<SerperParams>): Promise<Found<object[]>>;
}

const common = {
  credentials: anyHeader,
  errorBody: (error: ApiError) => ({ message: lineOf(error), statusCode: error.status }),
};

/** Serper's searches of the web, news, images and videos. */
export function serper(app: FastifyInstance, services: Services): void {
  for (const [name, kind] of Object.entries(KINDS)) {
    addDialectRoute(app, services, {
      ...common,
      methods: ['POST'],
      urls: [`/compat/serper/${name}`],
      params: serperParams,
      cost: () => searchIn(kind.tab),
      handle: (context) => answerWith(context, `serper-${name}`, () => find(context, name, kind)),
    });
  }
  addNotOffered(app, services, ['/compat/serper'], common);
}

async function find(context: RequestContext<SerperParams>, type: string, kind: Kind): Promise<Found<object>> {
  const { body: rows, ...found } = await kind.search(context);
  const list = rows.map((row, at) => ({ ...row, position: at + 1 }));
  return { ...found, body: { searchParameters: { ...context.params, type }, [kind.list]: list, credits: 1 } };
}

/** Searches a tab for a kind, and shows its results in Serper's shape. */
const kindOf = <Row>(
  tab: TabName,
  list: string,
  find: (context: RequestContext<ReturnType<typeof tabParamsOf>>) => Promise<Found<{ results: Row[] }>>,
  show: (row: Row) => object,
): Kind => ({
  tab,
  list,
  async search(context) {
    const { body, ...found } = await find({ ...context, params: tabParamsOf(context.params) });
    return { ...found, body: body.results.map(show) };
  },
});

const KINDS: Readonly<Record<string, Kind>> = {
  search: kindOf(
    'web',
    'organic',
    web.find,
    ({ title, url: link, description: snippet, age, sitelinks }: WebResult) => ({
      title,
      link,
      snippet,
      ...(age && { date: age }),
      ...(sitelinks.length > 0 && { sitelinks: sitelinks.map((one) => ({ title: one.title, link: one.url })) }),
    }),
  ),
  news: kindOf('news', 'news', news.find, (row: NewsResult) => ({
    title: row.title,
    link: row.url,
    snippet: row.description,
    date: row.age,
    source: row.source,
    ...(row.thumbnail && { imageUrl: row.thumbnail }),
  })),
  images: kindOf('images', 'images', images.find, (row: ImageResult) => ({
    title: row.title,
    imageUrl: row.image_url || row.thumbnail,
    ...(row.width && row.height ? { imageWidth: row.width, imageHeight: row.height } : {}),
    thumbnailUrl: row.thumbnail,
    source: row.source,
    domain: new URL(row.url).hostname,
    link: row.url,
  })),
  videos: kindOf('videos', 'videos', videos.find, (row: VideoResult) => ({
    title: row.title,
    link: row.url,
    ...(row.thumbnail && { imageUrl: row.thumbnail }),
    ...(row.duration && { duration: row.duration }),
    source: row.source,
    date: row.age,
  })),
};
