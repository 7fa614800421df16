/** Where a path is an address of its own, with the `//` of that address. */
const ADDRESSES = '/compat/jina/';

/**
 * The URL of a request to a dialect, without `//` in its path: programs append `/search` to a base that people end with
 * a slash. URLs elsewhere stay as they are.
 */
export function joinedPath(url: string): string {
  if (!url.includes('//') || !/^\/(compat|mcp)\//.test(url) || url.startsWith(ADDRESSES)) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}
