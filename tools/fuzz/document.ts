import { apiOperations } from '#lib/http/api/operations.ts';
import { createApiDocument } from '#lib/http/openapi/document.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';
import type { Shape } from '#tools/fuzz/requests.ts';
import type { Find, Schema } from '#tools/fuzz/schema.ts';

const document = JSON.parse(
  JSON.stringify(createApiDocument(apiOperations, 'http://localhost:3000')),
);

export const find: Find = (ref) => {
  const name = ref.split('/').at(-1) ?? '';
  return document.components.schemas[name] as Schema; // As `createDocument` wrote it.
};

/** Every operation of the API with its part of the OpenAPI document. */
export const documented: [name: string, AnyOperation, Shape][] = apiOperations.map((op) => [
  `${op.method} ${op.path}`,
  op,
  document.paths[op.path][op.method.toLowerCase()] as Shape, // As `createDocument` wrote it.
]);
