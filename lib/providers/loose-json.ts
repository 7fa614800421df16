import { z } from 'zod';

/** An object with unknown fields, which are cleaned one by one. Any other value becomes an empty object. */
export const looseObject = z.unknown().transform(asObject);

/** Reads a value as an object with unknown fields; empty if it is not an object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The objects in a list, without other items; empty if the value is not a list. */
export function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asObject) : [];
}
