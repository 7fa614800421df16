import type { Config } from './config.ts';

/** The address of an instance for links that no request asks for: `PUBLIC_URL`, or else where it listens. */
export function instanceAddress({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  return publicUrl || `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}
