/** Settings that point every provider at a sandbox that listens at this address. */
export function sandboxSettings(url: string, apiKey = 'sandbox'): Record<string, string> {
  return {
    BRAVE_URL: `${url}/brave/res/v1`,
    BRAVE_API_KEY: apiKey,
    BRAVE_SUGGEST_API_KEY: apiKey,
    MOJEEK_URL: `${url}/mojeek`,
    MOJEEK_API_KEY: apiKey,
    MARGINALIA_URL: `${url}/marginalia`,
    MARGINALIA_API_KEY: apiKey,
    KAGI_URL: `${url}/kagi/api/v1`,
    KAGI_API_KEY: apiKey,
    SERPER_URL: `${url}/serper`,
    SERPER_API_KEY: apiKey,
    SEARXNG_URL: `${url}/searxng`,
    WIKIPEDIA_URL: `${url}/wikipedia/{lang}`,
    COMMONS_URL: `${url}/commons`,
    DUCKDUCKGO_URL: `${url}/duckduckgo`,
    STACKEXCHANGE_URL: `${url}/stackexchange/2.3`,
    NOMINATIM_URL: `${url}/nominatim`,
    TRANSLATE: 'libretranslate',
    LIBRETRANSLATE_URL: `${url}/libretranslate`,
    DEEPL_URL: `${url}/deepl`,
    DEEPL_API_KEY: apiKey,
  };
}
