import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { images } from '../endpoints/images.ts';
import { news } from '../endpoints/news.ts';
import { videos } from '../endpoints/videos.ts';
import { web } from '../endpoints/web.ts';
import { cutQuery } from './long-query.ts';
import { resultsText } from './mcp-text.ts';
import { langArg, limitArg, plainTool, sameNames, type Tool } from './mcp-tool.ts';

const day = z.iso.date().optional();
const hosts = z.array(z.string()).max(20).optional();

const imageArgs = z.object({
  query: z.string().transform(cutQuery).describe('What to search for, in a few words.'),
  limit: limitArg,
  page: z.int().min(1).max(50).default(1).describe('Starts at 1. No result appears on two pages.'),
  site: hosts.describe('Only results from these hosts and their subdomains, such as ["example.com"].'),
  exclude_site: hosts.describe('No results from these hosts.'),
  country: z.string().optional().describe('Country to search from, such as DE.'),
  lang: langArg,
  safe: z.boolean().default(true).describe('Leave out explicit results.'),
  deadline_ms: z.int().min(100).optional().describe('Answer within this time, with the results received by then.'),
});
const searchArgs = imageArgs.extend({
  time_range: z
    .enum(['day', 'week', 'month', 'year'])
    .transform((range) => range.charAt(0))
    .optional()
    .describe('Only results from the last day, week, month or year.'),
  from: day.describe('First day, such as 2026-01-31. Not with time_range.'),
  to: day.describe('Last day.'),
});
const webArgs = searchArgs.extend({
  extract: z.int().min(1).max(10).optional().describe("Read the first N results' pages and add their text."),
});
const newsArgs = searchArgs.extend({ sort: z.literal('date').optional().describe('Newest first.') });

const SAME = [
  'limit',
  'page',
  'site',
  'exclude_site',
  'country',
  'lang',
  'safe',
  'deadline_ms',
  'from',
  'to',
  'sort',
  'extract',
];
const params = { query: 'q', time_range: 'date', ...sameNames(...SAME) };

/** A tool that searches one tab. `facts` are the fields of a result that its text shows. */
function searchTool(
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'args'>,
  endpoint: Endpoint,
  facts: string[],
): Tool {
  return plainTool({ ...tool, params, text: (body) => resultsText(body, facts) }, endpoint);
}

/** The tools that search. */
export const searchTools: readonly Tool[] = [
  searchTool(
    {
      name: 'web_search',
      title: 'Web search',
      description: 'Searches the web with several engines. Returns page titles, URLs and descriptions.',
      args: webArgs,
    },
    web,
    ['description', 'age', 'content'],
  ),
  searchTool(
    {
      name: 'news_search',
      title: 'News search',
      description: 'Searches recent news articles. Use it for current events.',
      args: newsArgs,
    },
    news,
    ['description', 'source', 'age'],
  ),
  searchTool(
    {
      name: 'image_search',
      title: 'Image search',
      description: 'Searches images. Returns the page and the thumbnail URL of each image.',
      args: imageArgs,
    },
    images,
    ['source', 'thumbnail'],
  ),
  searchTool(
    {
      name: 'video_search',
      title: 'Video search',
      description: 'Searches videos. Returns titles, URLs, durations and publishers.',
      args: searchArgs,
    },
    videos,
    ['source', 'duration', 'age'],
  ),
];
