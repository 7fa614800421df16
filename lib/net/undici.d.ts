/** The parts of undici that make calls, and that speak HTTP over one connection, as files. Its types describe only the whole. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/web/websocket/websocket.js' {
  import type { WebSocket } from 'undici';

  const webSockets: { WebSocket: typeof WebSocket };
  export default webSockets;
}
