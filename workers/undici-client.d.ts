/** The part of undici that speaks HTTP over one connection, as a file of its own. Its types describe only the whole. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
