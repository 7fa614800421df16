/** The result of one check. `warn` should be fixed; `fail` prevents the service from working. */
export interface Finding {
  what: string;
  level: 'ok' | 'warn' | 'fail';
  text: string;
}
