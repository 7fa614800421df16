/** The English texts of the API reference. Their Markdown has nothing but code and links in it. */
export const reference = {
  title: 'API reference',
  pageTitle: (endpoint: string) => `${endpoint} · API reference`,
  contents: 'Endpoints',
  guide: 'Guide',
  groups: { Search: 'Search', About: 'About', Management: 'Management' },
  skip: 'Skip to the reference',
  parameters: 'Parameters',
  sameParameters: 'The same parameters as',
  noParameters: 'None.',
  required: 'required',
  standard: 'default',
  reply: (count: number) => `Fields of the reply (${count})`,
  sameReply: 'The same reply as',
  kinds: (field: string, count: number) => `Kinds of ${field} (${count})`,
  errors: 'Other replies',
  example: 'Example reply',
  language: 'Language of the samples',
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python', javascript: 'JavaScript', mcp: 'MCP' },
  /** The form that calls an endpoint. */
  try: {
    title: 'Try it',
    signIn: (path: string) => `[Sign in](/login?next=${encodeURIComponent(path)}) to send this request from here.`,
    openEnded: 'These events end when what they are about ends: follow them with a program, as the samples do.',
    asYou: 'Without a key, the request is sent for you, and counts towards the limits of your account.',
    key: 'API key',
    needsKey: 'This endpoint needs a key. It is sent with this request only, and not stored.',
    needsManage: 'This endpoint needs a key with the scope `manage`, and changes what it says.',
    readsManage: 'This endpoint needs a key with the scope `manage`.',
    withKey: 'With a key',
    all: (count: number) => `Parameters (${count})`,
    more: (count: number) => `More parameters (${count})`,
    notSet: 'not set',
    body: 'Body (JSON)',
    oneALine: 'One a line.',
    send: 'Send',
    reply: 'Reply',
    took: (ms: string) => `in ${ms} ms`,
    request: 'Request',
    engines: 'Engines',
    headers: 'Headers',
    text: 'Body',
    cut: (shown: string, all: string) => `The first ${shown} of ${all} characters.`,
    sending: 'Sending…',
  },
  /** What comes before the endpoints. */
  intro:
    'One key, one shape of JSON, several search engines behind it. This page takes you from a key to a first reply; beside it is every endpoint with its parameters, samples to copy and a form to try it.',
  sections: {
    key: {
      title: 'Get a key',
      paragraphs: [
        'Create a key under [API keys](/settings/api-keys). It is shown once. Keep it in the environment of your program, not in its code:',
      ],
      after: [
        'Send it with every request, in the header `Authorization: Api-Key <key>`. A key can be limited to endpoints, engines and addresses, and can be replaced without a pause.',
      ],
    },
    first: {
      title: 'Make a first call',
      paragraphs: ['Every endpoint is a plain HTTP request that answers with JSON:'],
      after: [
        'The TypeScript client is built from this instance’s repository (`npm run build:client`); the samples in Python need nothing but Python. [Endpoint discovery](/docs/discovery) lists the address of every endpoint.',
      ],
    },
    errors: {
      title: 'Handle errors',
      paragraphs: [
        'A status of 200 means that there is an answer, also if some engines failed: `Server-Timing` names every engine with its outcome and time. All other replies have one of two shapes, a message or messages by parameter:',
      ],
      after: [
        'Every reply has an `X-Request-Id`: mention it when you ask for help. Parameters that an endpoint does not have are ignored, and `X-Tributary-Ignored` lists them.',
      ],
      statuses: [
        ['400', 'A parameter is wrong; the body names it.'],
        ['401', 'The key is missing, wrong, revoked or expired.'],
        ['403', 'The account is disabled, or the key may not do this.'],
        ['429', 'A limit was reached. `Retry-After` has the seconds to wait.'],
        ['503', 'Nothing could answer: no engine did, or a service is away. `Retry-After` says when to try again.'],
      ],
    },
    limits: {
      title: 'Stay within limits',
      paragraphs: [
        'A key has a limit for a short time, one for a long time and one for a month. Every reply says what is left, in the headers `RateLimit` (`r` requests are left, more come in `t` seconds) and `RateLimit-Policy` (`q` requests in `w` seconds). [Key introspection](/docs/key) has all of them.',
        'A search counts when it returns a 200. What fails does not count.',
      ],
      after: [],
    },
    detail: {
      title: 'See more with detail=full',
      paragraphs: [
        'The fields of a reply stay as they are. With `detail=full`, a search adds each engine’s outcome and time, and to each result the engines that found it, with rank and score.',
      ],
      after: [],
    },
    streaming: {
      title: 'Show results as they arrive',
      paragraphs: [
        'Searches and [contexts](/docs/context#context_stream) are also streams of server-sent events: an event for each engine that answers, the results so far, and `done` with the whole reply.',
      ],
      after: ['Several questions at once go into one [batch](/docs/batch).'],
    },
    mcp: {
      title: 'Connect an agent (MCP)',
      paragraphs: [
        'Agents use the same key at `/mcp`, over the Model Context Protocol. In Claude Code, this is one command:',
      ],
      after: [
        'Programs that speak the formats of SearXNG, Tavily, Firecrawl, Brave, Exa and others work at `/compat/…`. `docs/clients.md` in the repository has the settings of each.',
      ],
    },
    more: {
      title: 'Generate a client',
      paragraphs: [
        'This reference is made from an [OpenAPI 3.1 document](/api/v1/openapi.json), which generators and Postman import. Accounts, teams and keys have a [management API](/docs/admin/accounts) of their own.',
      ],
      after: [],
    },
  },
};
