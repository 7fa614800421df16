/** How deep a reply is looked into: its fields, those of its results, and those of what results consist of. */
const DEPTH = 3;
/** More fields than any reply has; a bound for what statistics hold. */
const MAX_FIELDS = 60;
/** Enough of a list to tell whether its elements have a field. */
const LOOKED_AT = 10;
const NAME = /^[A-Za-z]\w{0,30}$/;

/**
 * The fields of a reply that are not empty, by their paths, after the name of its operation: `web`, `web.results`,
 * `web.results.date`. An element of a list stands for the list. Only names, never what they hold.
 */
export function presentFields(operation: string, output: unknown): Set<string> {
  const present = new Set([operation]);
  look(operation, output, DEPTH, present);
  return present;
}

function look(path: string, value: unknown, depth: number, present: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value.slice(0, LOOKED_AT)) look(path, element, depth, present);
  } else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const [name, field] of Object.entries(value)) {
      if (isEmpty(field) || !NAME.test(name)) continue;
      const at = `${path}.${name}`;
      if (present.size < MAX_FIELDS) present.add(at);
      look(at, field, depth - 1, present);
    }
  }
}

/** A number says nothing by being 0, as a width of pictures does that is not known; a `false` does. */
function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || value === 0 || (Array.isArray(value) && !value.length)
  );
}
