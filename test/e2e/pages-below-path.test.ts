import { checkSite } from './check-site.ts';

checkSite('/search', { axe: false });
