import { z } from 'zod';
import { jsonFile } from '../../../lib/answers/data-file.ts';

/** A tool that a page opens empty: as a view of its own, or with the answer to a query. */
const toolSchema = z.object({
  names: z.array(z.string()),
  type: z.enum(['empty-calculator', 'empty-converter']).optional(),
  opens: z.string().optional(),
});
const tools = jsonFile(new URL('./data/tools.json', import.meta.url), z.array(toolSchema));

/** The tool that a query names; undefined if it says more, or something else. */
export function toolFor(q: string): z.infer<typeof toolSchema> | undefined {
  const name = q.trim().toLowerCase().replace(/\s+/g, ' ');
  return tools().find(({ names }) => names.includes(name));
}
