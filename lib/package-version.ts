import { existsSync, readFileSync } from 'node:fs';

const here = new URL('../package.json', import.meta.url);
const fromDist = new URL('../../package.json', import.meta.url);

/** The version of Tributary. The manifest is in the source tree, also when this file runs from `dist/`. */
export const packageVersion: string = JSON.parse(readFileSync(existsSync(here) ? here : fromDist, 'utf8')).version;
