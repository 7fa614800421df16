/**
 * TeX between dollar signs, on one line. Programs that know no maths read it as Markdown: a space, which TeX ignores, keeps
 * its signs from being tags, entities, links and notes there.
 */
export function dollarMath(tex: string, isBlock: boolean): string {
  const line = tex
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(/`/g, '‘')
    .replace(/[<&](?=\S)|[!~[](?=[[~^])|\](?=[(:[])/g, '$& ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return '';
  const mark = isBlock ? '$$' : '$';
  return `${mark}${line}${line.endsWith('\\') ? ' ' : ''}${mark}`;
}
