/**
 * Runs in each document before its own scripts: takes away what does not go through a proxy, and what a page has no
 * business with here. Whatever it writes to its console, and each error that nobody handles, would be sent to us whole.
 */
export const WITHOUT_OWN_WAYS = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'SharedWorker']) {
    // Some builds have none of them, or fixed ones: the proxy is the wall.
    try { Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false }); } catch {}
  }
  for (const name of Object.keys(console)) if (typeof console[name] === 'function') console[name] = () => {};
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, (event) => event.preventDefault(), true);
})()`;

/** What of a page is not loaded: nobody reads it, or it only tells others who reads. */
export const UNREAD_TYPES: ReadonlySet<string> = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'ping',
  'cspviolationreport',
  'manifest',
  'prefetch',
]);

/** The same of a page whose picture is taken. */
export const UNSEEN_TYPES: ReadonlySet<string> = new Set(
  [...UNREAD_TYPES].filter((type) => !/^(?:image|font)$/.test(type)),
);
