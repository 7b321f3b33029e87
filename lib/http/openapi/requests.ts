import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import { bodyExamples } from '#lib/http/openapi/examples.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';

export function requestOf(operation: AnyOperation): Partial<ZodOpenApiOperationObject> {
  const { params, query, headers, csrf } = operation;
  const header = csrf ? extend(headers, { 'x-csrf-token': csrfHeader }) : headers;
  const cookie = csrf ? z.object({ 'csrf-token': csrfCookie }) : undefined;
  const requestBody = bodyOf(operation);
  return {
    requestParams: {
      ...(params && { path: requireObject(params) }),
      ...(query && { query: requireObject(query) }),
      ...(header && { header: requireObject(header) }),
      ...(cookie && { cookie }),
    },
    ...(requestBody && { requestBody }),
  };
}

function bodyOf(operation: AnyOperation): ZodOpenApiRequestBodyObject | undefined {
  const { body, path, accepts, form, bodyOptional } = operation;
  if (body) {
    const examples = bodyExamples[path];
    return {
      required: !bodyOptional,
      content: { 'application/json': { schema: body, ...(examples && { examples }) } },
    };
  }
  if (form) {
    const schema = extend(form.fields, form.file ? { [form.file]: binaryFile } : {});
    return { required: true, content: { [accepts ?? 'multipart/form-data']: { schema } } };
  }
  if (accepts) return { required: true, content: { [accepts]: { schema: binary } } };
  return undefined;
}

const binary = { type: 'string', format: 'binary' } as const;
const binaryFile = z.any().meta({
  override: binary,
  description: 'PDF, JPEG, PNG, WEBP, DOCX, XLSX, DOC or XLS; 10 MiB unless configured otherwise.',
});

const csrfHeader = z.string().optional().describe('Of `GET /api/csrf-token`; or as `csrfToken`.');
const csrfCookie = z.string().describe('Set by `GET /api/csrf-token`; lives 2 hours.');

function extend(schema: z.ZodType | undefined, shape: z.ZodRawShape) {
  return (schema ? requireObject(schema) : z.object()).extend(shape);
}

/**
 * Returns the declared object, whose properties are the parameters. Throws for any other schema.
 */
function requireObject(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new Error('parameters and form fields have to be declared with z.object');
}
