/** The library's SVG of a code that is already computed. Its own types do not describe it. */
declare module 'qrcode/lib/renderer/svg-tag.js' {
  export function render(code: { modules: { size: number; data: Uint8Array } }, options: { margin: number }): string;
}
