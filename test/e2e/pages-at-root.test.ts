import { checkSite } from './check-site.ts';

checkSite('', { axe: true });
