import { z } from 'zod';
import type { Endpoint } from '#lib/platform/operations/operation.ts';

export type InputPlace = 'params' | 'query' | 'body';

/** Returns every input of an operation by name, with its place. */
export function inputsOf({ params, query, headers, body, form }: Endpoint) {
  const from = (where: InputPlace, schema: z.ZodType | undefined) =>
    namesOf(schema).map((field) => ({ field, where }));
  return [
    ...from('params', params),
    ...from('query', query),
    ...from('body', headers),
    ...from('body', body ?? form?.fields),
  ];
}

/** Returns the names of a schema's fields, and `*` for names that it leaves open. */
function namesOf(schema: z.ZodType = z.object({})): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    return [...new Set(schema.options.flatMap((option) => namesOf(option as z.ZodType)))];
  }
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap((part) => namesOf(part as z.ZodType));
  }
  if (schema instanceof z.ZodRecord) return ['*'];
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType);
  throw new Error(`cannot tell the fields of a ${schema.constructor.name}`);
}
