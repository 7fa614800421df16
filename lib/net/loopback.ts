/** Whether only this machine has this address or name, as a server listens on it, a URL names it, or a peer has it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(\[?::1\]?|(::ffff:)?127\.[\d.]+)$/.test(host);
}
