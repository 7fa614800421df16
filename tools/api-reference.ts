import type { ApiDocument } from '../api/reference/document.ts';
import { type ReferenceOperation, referencePages } from '../api/reference/pages.ts';
import type { ErrorRow, FieldRow, KindRows } from '../api/reference/rows.ts';

/**
 * Formats the reference as Markdown: every endpoint with its parameters, the fields of its reply and an example. What
 * several have is there once.
 */
export function apiReference(document: ApiDocument): string {
  const operations = referencePages(document).flatMap((page) => page.operations);
  const usual = usualErrors(operations);
  const head = [
    '# API',
    '<!-- Written by `npm run docs` from the OpenAPI document; changes here are lost. -->',
    document.info.description,
    '## Errors',
    'Every error is one of these. An endpoint lists the statuses that it has, and says so where one means something else.',
    ...table(
      ['Status', 'Meaning', 'Example of the body'],
      usual.map(({ status, why, example }) => [status, why, `\`${JSON.stringify(example)}\``]),
    ),
  ];
  return `${[...head, ...operations.map((operation) => section(operation, usual))].join('\n\n')}\n`;
}

/** What most endpoints mean by each status, in their order. */
function usualErrors(operations: readonly ReferenceOperation[]): ErrorRow[] {
  const errors = operations.flatMap((operation) => operation.errors);
  const times = (row: ErrorRow) => errors.filter(({ why, status }) => why === row.why && status === row.status).length;
  const usual = new Map<string, ErrorRow>();
  for (const row of errors) {
    const before = usual.get(row.status);
    if (!before || times(row) > times(before)) usual.set(row.status, row);
  }
  return [...usual.values()].sort((one, other) => Number(one.status) - Number(other.status));
}

function section(operation: ReferenceOperation, usual: readonly ErrorRow[]): string {
  const { summary, method, path, description, reply, sameParametersAs, sameReplyAs } = operation;
  const errors = operation.errors.map(({ status, why }) =>
    usual.some((row) => row.status === status && row.why === why) ? status : `${status} (${why})`,
  );
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    ...(sameParametersAs?.description === description ? [] : [description]),
    ...(sameParametersAs ? [`Parameters: those of ${addressOf(sameParametersAs)}.`] : parameters(operation)),
    ...(sameReplyAs ? [`Reply: that of ${addressOf(sameReplyAs)}.`] : fields(operation)),
    ...(reply?.example === undefined || isShown(reply.example, sameReplyAs) ? [] : [exampleBlock(reply.example)]),
    `Other replies: ${errors.join(', ')}.`,
  ].join('\n\n');
}

const addressOf = ({ method, path }: ReferenceOperation) => `\`${method} ${path}\``;

function parameters({ rows }: ReferenceOperation): string[] {
  const cells = rows.map(({ name, values, standard, required, meaning }) => [
    `\`${name}\``,
    values,
    required ? 'required' : standard,
    meaning,
  ]);
  return table(['Parameter', 'Values', 'Default', 'Meaning'], cells);
}

function fields({ reply }: ReferenceOperation): string[] {
  if (!reply) return [];
  return [
    ...table(['Field of the reply', 'Type', 'Meaning'], reply.fields.map(cells)),
    ...reply.kinds.flatMap(kindTable),
  ];
}

/** Whether the operation with the same reply has the same example. */
function isShown(example: unknown, same: ReferenceOperation | null): boolean {
  return JSON.stringify(same?.reply?.example) === JSON.stringify(example);
}

/** A stream's example is a text, all others are JSON. */
function exampleBlock(example: unknown): string {
  if (typeof example === 'string') return `\`\`\`\n${example.trimEnd()}\n\`\`\``;
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}

function kindTable({ field, kind, description, rows }: KindRows): string[] {
  return [`**\`${field}\` of kind ${kind}.** ${description}`, ...table(['Field', 'Type', 'Meaning'], rows.map(cells))];
}

const cells = ({ name, type, meaning }: FieldRow) => [`\`${name}\``, type, meaning];

function table(head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')];
}
