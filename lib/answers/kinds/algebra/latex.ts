import { mathjs } from './mathjs.ts';

export function latexOfNumber(text: string): string {
  return text.replace(/e([+-]?\d+)/g, (_, exponent) => ` \\times 10^{${Number(exponent)}}`);
}

export function latexOf(text: string): string {
  if (/\d\.\d/.test(text)) return latexOfNumber(text);
  const source = text
    .replace(/√(\w+)/g, 'sqrt($1)')
    .replace(/√/g, 'sqrt')
    .replace(/\bln\(/g, 'log(');
  const latex = mathjs().parse(source).toTex().replace(/~ ?/g, ' ');
  // mathjs sets letters that are also units in roman type.
  return latex
    .replace(/\\mathrm\{(.)\}/g, '$1')
    .replace(/(?<=[{(]) /g, '')
    .trim();
}
