/**
 * Compares paths with globs: `*` stands for characters of one segment, `**` for any, and `/**` for nothing as well, so that
 * `/blog/**` covers `/blog`. A glob with `?` is compared with path and query. All states that a glob can be in are followed
 * at once, so that the time is at most the product of the lengths, whatever anybody writes.
 */
export type PathGlob = readonly (string | typeof STAR | typeof DEEP | typeof OPTIONAL)[];

/** Characters other than `/`. */
const STAR = 1;
/** Any characters. */
const DEEP = 2;
/** The next two may be missing. */
const OPTIONAL = 3;

/** Reads a glob. One without a slash before it is taken as if it had one. */
export function readGlob(text: string): PathGlob {
  const glob: PathGlob[number][] = [];
  const whole = evenly(/^(?:\/|\*\*)/.test(text) ? text : `/${text}`);
  for (const [part] of whole.matchAll(/\/\*{2,}(?=\/|$)|\*{2,}|./gs)) {
    if (part.length > 1) glob.push(...((part[0] === '/' ? [OPTIONAL, '/', DEEP] : [DEEP]) as PathGlob));
    else glob.push(part === '*' ? STAR : part);
  }
  return glob;
}

/** Whether a glob stands for the path of an address. A slash at the end of either makes no difference. */
export function globMatches(glob: PathGlob, { pathname, search }: URL): boolean {
  const path = evenly(glob.includes('?') ? pathname + search : pathname);
  return (
    follow(glob, path) ||
    (path.length > 1 && path.endsWith('/') ? follow(glob, path.slice(0, -1)) : follow(glob, `${path}/`))
  );
}

function follow(glob: PathGlob, path: string): boolean {
  // When each state was last reached, as the number of characters read before.
  const reachedAt = new Int32Array(glob.length + 3).fill(-1);
  let states: number[] = [];
  let next: number[] = [];
  const reach = (state: number, at: number) => {
    for (let to = state; reachedAt[to] !== at; to += 1) {
      reachedAt[to] = at;
      next.push(to);
      const sign = glob[to];
      if (sign === OPTIONAL) reach(to + 3, at);
      else if (sign !== STAR && sign !== DEEP) return;
    }
  };
  reach(0, 0);
  for (let at = 0; at < path.length; at += 1) {
    [states, next] = [next, []];
    const character = path[at] as string;
    for (const state of states) {
      const sign = glob[state];
      if (sign === DEEP || (sign === STAR && character !== '/')) reach(state, at + 1);
      else if (sign === character) reach(state + 1, at + 1);
    }
    if (next.length === 0) return false;
  }
  return next.includes(glob.length);
}

/** Characters beyond ASCII as themselves, because people write them so. */
function evenly(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURI(text);
  } catch {
    // A % that is not part of an encoded character.
    return text;
  }
}
