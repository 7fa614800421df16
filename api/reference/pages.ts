import { type ApiDocument, type ApiOperation, type ApiParameter, inlined } from './document.ts';
import {
  type ErrorRow,
  errorRows,
  type ParameterRow,
  parameterRows,
  type ReplyRows,
  replyRows,
  successOf,
} from './rows.ts';

/** An operation as the reference shows it. */
export interface ReferenceOperation {
  /** Its name in the document, and its place on its page. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the names of what is in it: `/api/v1/admin/keys/{prefix}/`. */
  path: string;
  summary: string;
  description: string;
  rows: ParameterRow[];
  parameters: ApiParameter[];
  /** An example of its body; undefined if it takes none. */
  body: unknown;
  reply: ReplyRows | null;
  errors: ErrorRow[];
  /** Whether it replies with events. */
  isStream: boolean;
  /** Whether its events are of something that goes on by itself, so that nobody knows when they end. */
  isOpenEnded: boolean;
  /** The operation of the same page whose parameters it has; null if they are its own. */
  sameParametersAs: ReferenceOperation | null;
  /** The operation of the same page whose reply it has. */
  sameReplyAs: ReferenceOperation | null;
}

/** A page of the reference: the operations of an address and of those below it. */
export interface ReferencePage {
  /** The address of the page below `/docs/`: `web`, `admin/keys`. */
  id: string;
  title: string;
  group: ReferenceGroup;
  operations: ReferenceOperation[];
}

/** The groups of pages, in their order. */
export const referenceGroups = ['Search', 'About', 'Management'] as const;
export type ReferenceGroup = (typeof referenceGroups)[number];

/** The pages of the reference, in the order of the document. */
export function referencePages(document: ApiDocument): ReferencePage[] {
  const pages = new Map<string, ReferencePage>();
  for (const [path, methods] of Object.entries(inlined(document).paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const id = pageIdOf(path);
      const tag = operation.tags?.[0] ?? 'About';
      const group = referenceGroups.find((name) => name === tag);
      // What has a tag of its own is one thing with several operations, and searches.
      const title = group ? titleOf(id, operation) : tag;
      const page = pages.get(id) ?? { id, title, group: group ?? 'Search', operations: [] };
      page.operations.push(referenceOperation(method, path, operation, page.operations));
      pages.set(id, page);
    }
  }
  return [...pages.values()];
}

/** `/api/v1/images/similar/` is on the page `images`, `/api/v1/admin/keys/{prefix}/` on `admin/keys`. */
function pageIdOf(path: string): string {
  const [first = '', second = ''] = path.replace('/api/v1/', '').split('/');
  if (first === '') return 'discovery';
  return first === 'admin' ? `${first}/${second}` : first;
}

/** A page of the management API is named after what is managed, all others after their first operation. */
function titleOf(id: string, { summary }: ApiOperation): string {
  const [, managed] = id.split('/');
  return managed === undefined ? summary : managed.charAt(0).toUpperCase() + managed.slice(1).replaceAll('-', ' ');
}

function referenceOperation(
  method: string,
  path: string,
  operation: ApiOperation,
  before: readonly ReferenceOperation[],
): ReferenceOperation {
  const { operationId: id, summary, description, parameters = [], requestBody } = operation;
  const rows = parameterRows(operation);
  const reply = replyRows(operation);
  const content = successOf(operation)?.content ?? {};
  const isStream = 'text/event-stream' in content;
  const sameAs = (isSame: (other: ReferenceOperation) => boolean) => before.find(isSame) ?? null;
  return {
    id,
    method: method.toUpperCase() as ReferenceOperation['method'],
    path,
    summary,
    description,
    rows,
    parameters,
    body: (requestBody?.content['application/json'] ?? Object.values(requestBody?.content ?? {})[0])?.example,
    reply,
    errors: errorRows(operation),
    isStream,
    // The events of a search end with its reply. What has an id goes on without the request.
    isOpenEnded: isStream && path.includes('{'),
    sameParametersAs: rows.length === 0 ? null : sameAs((other) => sameRows(other.rows, rows)),
    sameReplyAs:
      reply === null || reply.fields.length === 0
        ? null
        : sameAs((other) => other.reply !== null && sameRows(other.reply.fields, reply.fields)),
  };
}

function sameRows(some: readonly object[], others: readonly object[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
