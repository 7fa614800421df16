import { z } from 'zod';

/** An object whose fields are read as unknown and cleaned one by one. Anything else reads as an empty object. */
export const looseObject = z.unknown().transform(asObject);

/** A value as an object of unknown fields; empty when it is not an object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The objects in a list; everything else in it is dropped. Empty when the value is not a list. */
export function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asObject) : [];
}
