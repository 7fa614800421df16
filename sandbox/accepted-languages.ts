/** The languages in an `Accept-Language` header, in order of preference; `*` is ignored. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.trim().toLowerCase().split('-')[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ language }) => /^[a-z]{2,3}$/.test(language))
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}
