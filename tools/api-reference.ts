import { type ApiDocument, type ApiOperation, inlined } from '../api/reference/document.ts';
import { errorRows, type FieldRow, type KindRows, parameterRows, replyRows } from '../api/reference/rows.ts';

/** Formats the reference as Markdown: every endpoint with its parameters, the fields of its reply and an example. */
export function apiReference(document: ApiDocument): string {
  const { info, paths } = inlined(document);
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(`${method.toUpperCase()} ${path}`, operation)),
  );
  const head = [
    '# API',
    '<!-- Written by `npm run docs` from the OpenAPI document; changes here are lost. -->',
    info.description,
  ];
  return `${[...head, ...sections].join('\n\n')}\n`;
}

function section(title: string, operation: ApiOperation): string {
  const reply = replyRows(operation);
  const parameters = parameterRows(operation).map(({ name, values, standard, required, meaning }) => [
    `\`${name}\``,
    values,
    required ? 'required' : standard,
    meaning,
  ]);
  const errors = errorRows(operation).map(([status, why]) => `${status} (${why})`);
  return [
    `## ${operation.summary}`,
    `\`${title}\``,
    operation.description,
    ...table(['Parameter', 'Values', 'Default', 'Meaning'], parameters),
    ...(reply ? table(['Field of the reply', 'Type', 'Meaning'], reply.fields.map(cells)) : []),
    ...(reply ? reply.kinds.flatMap(kindTable) : []),
    ...(reply?.example === undefined ? [] : [exampleBlock(reply.example)]),
    `Other replies: ${errors.join(', ')}.`,
  ].join('\n\n');
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
