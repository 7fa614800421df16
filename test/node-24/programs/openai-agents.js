// An agent of OpenAI's SDK, whose model asks for a search and then says what it found. Prints its last words.
import { Agent, MCPServerStreamableHttp, run, setTracingDisabled } from '@openai/agents-core';
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing';

setTracingDisabled(true);
const { TRIBUTARY_URL, TRIBUTARY_API_KEY } = process.env;
const server = new MCPServerStreamableHttp({
  url: `${TRIBUTARY_URL}/mcp`,
  requestInit: { headers: { Authorization: `Bearer ${TRIBUTARY_API_KEY}` } },
});
const model = new ScriptedModel([
  [functionCall('web_search', { query: 'rivers', limit: 1 }, { callId: 'call-1' })],
  modelResponder(({ request }) => {
    const { output } = request.input.find(({ type }) => type === 'function_call_result');
    return [assistantMessage(JSON.stringify({ tools: request.tools.length, output }))];
  }),
]);
await server.connect();
const { finalOutput } = await run(new Agent({ name: 'Reader', mcpServers: [server], model }), 'What is a river?');
await server.close();
process.stdout.write(finalOutput);
