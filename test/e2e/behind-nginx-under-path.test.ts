import { checkBehindNginx } from './check-behind-nginx.ts';
import { accountPages, searchAndPublicPages } from './page-list.ts';

checkBehindNginx('/search', [...searchAndPublicPages, ...accountPages]);
