/** The words of names as programs write them: `ArticleShareBar`, `article-share_bar`. */
export function nameWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
