import { checkSite } from './check-site.ts';

checkSite('', () => true);
