import { checkBehindNginx } from './check-behind-nginx.ts';
import { accountPages, searchAndPublicPages } from './page-list.ts';

/** One page per route: the tests without a proxy show all of them at the root. */
const pages = [
  ...new Map([...searchAndPublicPages, ...accountPages].reverse().map((page) => [page.route, page])).values(),
];

checkBehindNginx('', pages.reverse());
