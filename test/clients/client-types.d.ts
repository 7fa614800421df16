/** The types of an OpenAPI document, formatted like all sources. */
export function clientTypes(document: object): Promise<string>;
