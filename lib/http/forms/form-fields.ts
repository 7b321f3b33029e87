import { z } from 'zod';

/** Returns the names of a form's fields in the schema's order, each with whether it is secret. */
export function fieldsOf(schema: z.ZodType | undefined): Map<string, boolean> {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape;
    return new Map(Object.entries(shape).map(([name, field]) => [name, isSecret(field)]));
  }
  if (schema instanceof z.ZodPipe) {
    const [read, output] = innerSchemas(schema);
    return fieldsOf(read instanceof z.ZodTransform ? output : read);
  }
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodIntersection) {
    return new Map(innerSchemas(schema).flatMap((part) => [...fieldsOf(part)]));
  }
  return new Map();
}

function isSecret(field: z.ZodType): boolean {
  return field.meta()?.writeOnly === true || innerSchemas(field).some(isSecret);
}

/** Returns the schemas that an optional field, a pipe, a union or an intersection is made of. */
function innerSchemas({ def }: z.ZodType): z.ZodType[] {
  const parts = def as { [part in 'innerType' | 'in' | 'out' | 'left' | 'right']?: z.ZodType } & {
    options?: z.ZodType[];
  };
  const { innerType, in: read, out, left, right, options = [] } = parts; // absent in other schemas
  return [innerType, read, out, left, right, ...options].filter((part) => part !== undefined);
}
