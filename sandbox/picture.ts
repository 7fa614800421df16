import { withEntities } from '../lib/providers/wire-wording.ts';
import { hash } from './corpus-index.ts';

/** A picture that the sandbox draws. Its address has everything that the drawing depends on. */
export interface Picture {
  subject: string;
  width: number;
  height: number;
  /** Varies the drawing: two pictures of one subject differ. */
  seed: number;
}

const PATH = /^\/pictures\/(\d{1,4})x(\d{1,4})\/(\d{1,10})\/([^/]*)\.svg$/;
/** Up to this width a picture is an icon, which has room for one letter. */
const ICON_PX = 64;
const LINE_CHARS = 20;
const MAX_LINES = 3;

/** The path of a picture in the sandbox. */
export function picturePath({ subject, width, height, seed }: Picture): string {
  return `/pictures/${width}x${height}/${seed}/${encodeURIComponent(subject.toWellFormed())}.svg`;
}

/** The picture at a path; null for any other path. */
export function pictureAt(path: string): Picture | null {
  const [, width, height, seed, subject = ''] = PATH.exec(path) ?? [];
  if (!Number(width) || !Number(height)) return null;
  try {
    return { width: Number(width), height: Number(height), seed: Number(seed), subject: decodeURIComponent(subject) };
  } catch {
    return null;
  }
}

/** Draws a picture as SVG: a landscape of a few shapes with the name of its subject, or an icon with its first letter. */
export function drawPicture(picture: Picture): string {
  const { width, height } = picture;
  const parts = width <= ICON_PX ? icon(picture) : [...landscape(picture), ...caption(picture)];
  const frame = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg ${frame} font-family="sans-serif" text-anchor="middle">${parts.join('')}</svg>`;
}

function icon({ subject, width, height, seed }: Picture): string[] {
  const letter = withEntities([...subject][0]?.toUpperCase() ?? '');
  return [
    rectangle(width, height, `hsl(${seed % 360} 55% 40%)`),
    `<text x="50%" y="73%" font-size="${Math.round(height * 0.66)}" fill="#fff">${letter}</text>`,
  ];
}

function landscape({ width, height, seed }: Picture): string[] {
  const at = (name: string, from: number, to: number) =>
    Math.round(from + ((hash(`${seed} ${name}`) % 1_000) / 1_000) * (to - from));
  const hue = seed % 360;
  const hill = (name: string, lightness: number) => {
    const top = `${at(`${name} x`, width * 0.15, width * 0.85)},${at(`${name} y`, height * 0.25, height * 0.55)}`;
    const [left, right] = [at(`${name} left`, -width * 0.4, 0), at(`${name} right`, width, width * 1.4)];
    return `<polygon points="${left},${height} ${top} ${right},${height}" fill="hsl(${hue} 35% ${lightness}%)"/>`;
  };
  const sun = `cx="${at('sun x', width * 0.1, width * 0.9)}" cy="${at('sun y', height * 0.12, height * 0.35)}"`;
  return [
    rectangle(width, height, `hsl(${hue} 60% 82%)`),
    `<circle ${sun} r="${Math.round(height * 0.09)}" fill="hsl(${(hue + 180) % 360} 80% 65%)"/>`,
    hill('far', 62),
    hill('near', 48),
  ];
}

function caption({ subject, width, height }: Picture): string[] {
  const size = Math.round(Math.min(height / 9, width / (LINE_CHARS * 0.62)));
  const lines = wrapped(subject);
  const first = height - size * (1.3 * lines.length - 0.5);
  const shade = `<rect y="${Math.round(first - size * 1.4)}" width="${width}" height="${height}" fill="#0008"/>`;
  const texts = lines.map((line, index) => {
    const y = Math.round(first + index * size * 1.3);
    return `<text x="50%" y="${y}" font-size="${size}" fill="#fff">${withEntities(line)}</text>`;
  });
  return [shade, ...texts];
}

function rectangle(width: number, height: number, fill: string): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

/** The words of a text in a few short lines; what does not fit is cut off. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= LINE_CHARS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, MAX_LINES).map((line) => line.slice(0, LINE_CHARS));
}
