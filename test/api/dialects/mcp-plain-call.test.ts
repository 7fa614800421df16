import { classifyInboundRequest, isJSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainCall } from '../../../api/dialects/mcp-http.ts';
import { runs } from '../../harness/fuzz.ts';

/** Mostly what a plain call has there, else anything. */
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.jsonValue() });

const params = fc.record(
  {
    name: mostly(fc.constantFrom('web_search', '')),
    arguments: mostly(fc.dictionary(fc.string(), fc.jsonValue())),
    _meta: fc.oneof(
      fc.constant({ progressToken: 1 }),
      fc.constant({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    jsonrpc: mostly(fc.constant('2.0')),
    id: mostly(fc.oneof(fc.integer(), fc.string(), fc.double({ noNaN: true }))),
    method: mostly(fc.constantFrom('tools/call', 'tools/list', 'initialize')),
    params: mostly(params),
    result: fc.jsonValue(),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
const plainBody = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.oneof(fc.integer(), fc.string()),
  method: fc.constant('tools/call'),
  params,
});
const version = fc.option(fc.oneof(fc.constantFrom(...SUPPORTED_PROTOCOL_VERSIONS, '2026-07-28'), fc.string()), {
  nil: undefined,
});

test('what is taken for a plain call is a request of the earlier generation to the package, too', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(plainBody, body, fc.jsonValue()), version, (made, given) => {
      // As it comes over HTTP.
      const message: unknown = JSON.parse(JSON.stringify(made));
      if (!isPlainCall(message, given)) return;
      plain += 1;
      const header = given === undefined ? {} : { protocolVersionHeader: given };
      expect(classifyInboundRequest({ httpMethod: 'POST', body: message, ...header })).toMatchObject({
        kind: 'legacy',
      });
      expect(isJSONRPCRequest(message)).toBe(true);
    }),
    { numRuns: runs(60) },
  );
  expect(plain).toBeGreaterThan(0);
});
