import { z } from 'zod';
import type { Endpoint } from '#lib/platform/operations/operation.ts';

export type InputPlace = 'params' | 'query' | 'body';

type NamedField = { field: string; schema: z.ZodType };

/** Returns every input of an operation by name, with its place and its schema. */
export function inputsOf({ params, query, headers, body, form }: Endpoint) {
  const from = (where: InputPlace, schema: z.ZodType | undefined) =>
    fieldsOf(schema).map((field) => ({ ...field, where }));
  return [
    ...from('params', params),
    ...from('query', query),
    ...from('body', headers),
    ...from('body', body ?? form?.fields),
  ];
}

/** Returns the fields of a schema, and one called `*` for names that it leaves open. */
function fieldsOf(schema: z.ZodType = z.object({})): NamedField[] {
  if (schema instanceof z.ZodObject) {
    const shape: [string, z.ZodType][] = Object.entries(schema.shape);
    return shape.map(([field, schema]) => ({ field, schema }));
  }
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => fieldsOf(option as z.ZodType));
  }
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap((part) => fieldsOf(part as z.ZodType));
  }
  if (schema instanceof z.ZodRecord) return [{ field: '*', schema: z.unknown() }];
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  throw new Error(`cannot tell the fields of a ${schema.constructor.name}`);
}

/** One value of each shape that ids have. */
const idShapes = ['A'.repeat(22), '987654', 'RG-2222-2222-2222-2222', 987654];

/** Returns whether a field accepts a value of the shape of an id, alone or in a list. */
export function mayHoldId(schema: z.ZodType): boolean {
  return idShapes.some((id) => schema.safeParse(id).success || schema.safeParse([id]).success);
}
