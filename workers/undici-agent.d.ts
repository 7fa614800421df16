/** The part of undici that makes calls, as a file of its own. Its types describe only the whole. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
