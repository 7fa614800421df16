/**
 * Loaded before a process of ours with `--import`: its clock differs from the machine's by `CLOCK_SKEW_MS`, as on a
 * machine whose clock is wrong.
 */
const skewMs = Number(process.env.CLOCK_SKEW_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skewMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + skewMs });
