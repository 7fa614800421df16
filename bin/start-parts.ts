/** What bin/start.js needs of the sources. They are bundled for it, because it is plain JavaScript. */
export { settingsIn, settingsRefusal } from '../lib/config/config.ts';
export { effectiveSettings } from '../lib/config/effective-settings.ts';
export { settingSources, sourceIn } from '../lib/config/setting-sources.ts';
export { engineSlugs } from '../lib/providers/registry.ts';
export { sandboxSettings } from '../sandbox/settings.ts';
