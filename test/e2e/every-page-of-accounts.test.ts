import { checkPages } from './check-pages.ts';
import { accountPages } from './page-list.ts';

checkPages(accountPages);
