/** All engines. A new one needs its own file and a line here. */
export { brave } from './brave.ts';
export { exa } from './exa.ts';
export { gdelt } from './gdelt.ts';
export { hackernews } from './hackernews.ts';
export { kagi } from './kagi.ts';
export { marginalia } from './marginalia.ts';
export { mediawiki } from './mediawiki.ts';
export { mojeek } from './mojeek.ts';
export { mwmbl } from './mwmbl.ts';
export { openverse } from './openverse.ts';
export { searxng } from './searxng.ts';
export { sepiasearch } from './sepiasearch.ts';
export { serper } from './serper.ts';
export { stackexchange } from './stackexchange.ts';
export { tavily } from './tavily.ts';
export { wikipedia } from './wikipedia.ts';
