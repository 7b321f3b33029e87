import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Returns the names of a form's fields in the order of the schema. Each has a mark that says
 * whether it is secret.
 */
export function fieldsOf(schema: z.ZodType | undefined): Map<string, boolean> {
  if (!schema) return new Map();
  return propertiesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function propertiesOf(schema: JsonSchema): Map<string, boolean> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return new Map([
    ...properties.map(([name, field]) => [name, isSecret(field)] as const),
    ...subschemasOf(schema).flatMap((part) => [...propertiesOf(part)]),
  ]);
}

function isSecret(field: JsonSchema): boolean {
  return field.writeOnly === true || subschemasOf(field).some(isSecret);
}

/** Returns the schemas that a union or an intersection is made of. */
function subschemasOf({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf, ...allOf] as JsonSchema[];
}
