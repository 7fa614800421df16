import { adapters } from '../lib/providers/registry.ts';

/** Settings that point every provider at the sandbox at this address. */
export function sandboxSettings(url: string, apiKey = 'sandbox'): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const adapter of adapters.values()) {
    const name = adapter.slug.toUpperCase();
    settings[`${name}_URL`] = `${url}/${pathOf(adapter.slug)}${endOf(adapter.defaultUrl)}`;
    if (adapter.apiKey === 'required') settings[`${name}_API_KEY`] = apiKey;
    for (const setting of Object.values(adapter.groupApiKeys ?? {})) settings[setting] = apiKey;
    for (const [setting, standard] of Object.entries(adapter.otherUrls ?? {})) {
      settings[setting] = `${url}/${pathOf(setting.replace(/_URL$/, ''))}${endOf(standard)}`;
    }
  }
  return {
    ...settings,
    WIKIPEDIA_URL: `${url}/wikipedia/{lang}`,
    // A fallback, which only an operator turns on.
    PHOTON_URL: '',
    // A model, which only an operator has.
    RERANK_URL: '',
    TRANSLATE: 'libretranslate',
  };
}

function pathOf(slug: string): string {
  return slug.toLowerCase().replaceAll('_', '-');
}

/** The path of an address: stand-ins have the paths of the real services. */
function endOf(address: string | null): string {
  return address === null ? '' : new URL(address.replace('{lang}', 'en')).pathname.replace(/\/$/, '');
}
