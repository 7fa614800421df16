import { type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

/**
 * Finds the primary by asking Sentinels, which also tell when another one takes its place. ioredis would take that news for
 * the order to give up, if it came while a connection is being made, and never connect again.
 */
export class PrimaryFinder extends SentinelConnector {
  // ioredis declares the options of a connector as unknown, and passes those of the connection.
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...args: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    // Ends only what listens to the Sentinels: the connection before is closed. The search that begins asks them anew.
    this.disconnect();
    return super.connect(...args);
  }
}
