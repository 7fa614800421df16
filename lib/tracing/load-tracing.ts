import type { Config } from '../config/config.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Tracing } from './span.ts';

/** Loads OpenTelemetry if traces are wanted. Otherwise nothing of it is loaded, and code has no spans to end. */
export async function loadTracing(
  { otlpEndpoint }: Pick<Config, 'otlpEndpoint'>,
  processName: 'web' | 'worker',
  errors: ErrorReporter,
): Promise<Tracing | undefined> {
  if (otlpEndpoint === '') return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(otlpEndpoint, `tributary-${processName}`, errors);
}
