import { checkSite } from './check-site.ts';
import { onePerRoute } from './page-list.ts';

checkSite('/search', (listed) => onePerRoute.includes(listed));
