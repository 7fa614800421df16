/** The addresses of a site's videos, of which the group is the video's id, and the address of the site's player. */
const PLAYERS: readonly [addresses: RegExp, player: string][] = [
  [
    /^(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?![\w-])/,
    'https://www.youtube-nocookie.com/embed/',
  ],
  [/^(?:www\.)?vimeo\.com\/(\d+)(?!\w)/, 'https://player.vimeo.com/video/'],
  [/^(?:(?:www\.)?dailymotion\.com\/video|dai\.ly)\/(\w+)/, 'https://www.dailymotion.com/embed/video/'],
];

/** The address of a page's video in a player that other pages can embed; undefined if it is not known. */
export function playerUrl({ host, pathname, search }: URL): string | undefined {
  const address = host + pathname + search;
  for (const [addresses, player] of PLAYERS) {
    const id = addresses.exec(address)?.[1];
    if (id !== undefined) return player + id;
  }
  return undefined;
}
