import type { LookUp } from '../../lib/answers/answer.ts';
import { ProviderAway } from '../../lib/answers/answer.ts';
import { type Operation, type OperationName, operationGroups } from '../../lib/providers/adapter.ts';
import { adapters } from '../../lib/providers/registry.ts';
import { callStandIn } from '../harness/stand-in-calls.ts';

/** Performs lookups as a worker would, on the sandbox's stand-ins and without a network. */
export const sandboxLookUp: LookUp = async (name, input) => {
  const adapter = [...adapters.values()].find(
    ({ slug, operations }) => operations[name] && (operationGroups[name] === 'instant' || slug === 'libretranslate'),
  );
  if (!adapter) throw new ProviderAway(`nobody can ${name}`);
  const operation = adapter.operations[name] as unknown as Operation<unknown, never>;
  const wanted = operation.input.parse(input);
  const supported = operation.supports?.(wanted as never) ?? true;
  if (supported !== true) throw new ProviderAway(supported);
  return callStandIn(adapter, operation, wanted);
};

/** Wraps a lookup and records its calls. */
export function counting(lookUp: LookUp): { lookUp: LookUp; calls: [OperationName, unknown][] } {
  const calls: [OperationName, unknown][] = [];
  return {
    calls,
    lookUp: (name, input) => {
      calls.push([name, input]);
      return lookUp(name, input);
    },
  };
}
