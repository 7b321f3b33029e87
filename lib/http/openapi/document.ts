import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
} from 'zod-openapi';
import {
  guaranteeItem,
  privateSubmission,
  publicSubmission,
} from '#lib/domain/requests/submissions/schema.ts';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { apiTagOf, introduction, tags } from '#lib/http/openapi/copy.ts';
import { requestOf } from '#lib/http/openapi/requests.ts';
import { responseHeaders, responsesOf } from '#lib/http/openapi/responses.ts';
import { tidyDocument } from '#lib/http/openapi/tidy.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';
import packageJson from '#package.json' with { type: 'json' };

const components = {
  Error: errorReply,
  PublicSubmission: publicSubmission,
  PrivateSubmission: privateSubmission,
  GuaranteeItem: guaranteeItem,
};
for (const [id, schema] of Object.entries(components)) z.globalRegistry.add(schema, { id });

type ApiDocument = ReturnType<typeof createDocument>;

/** Returns OpenAPI 3.1 from the schemas that handlers enforce. `appUrl` is the first server. */
export function createApiDocument(operations: AnyOperation[], appUrl: string): ApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operationIdOf(operation),
        tags: [apiTagOf(operation.path)],
        ...titleOf(operation.summary),
        ...requestOf(operation),
        security: securityOf(operation),
        responses: responsesOf(operation),
      },
    };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Resguardo API', version: packageJson.version, description: introduction },
      servers: serversOf(appUrl),
      tags,
      paths,
      components: {
        headers: responseHeaders,
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieNames.session } },
      },
    },
    { override: addOmitted },
  );
  tidyDocument(document);
  for (const { captcha, path, method } of operations) {
    if (captcha) addCaptchaField(document, path, method.toLowerCase() as 'post');
  }
  return document;
}

function securityOf({ auth, method, errors }: AnyOperation): Record<string, string[]>[] {
  if (auth !== 'guest') return [{ session: [] }];
  // `no_session` is about a ticket in a POST of guests, and about a session in a GET.
  return method === 'GET' && errors?.includes('no_session') ? [{ session: [] }, {}] : [];
}

/** Returns `getGuaranteesFilesByToken` for `GET /api/guarantees/files/{token}`. */
function operationIdOf({ method, path }: AnyOperation): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const pascal = words.map((word) => word[0]?.toUpperCase() + word.slice(1));
  return method.toLowerCase() + pascal.join('');
}

/**
 * Splits a sentence. Its first clause is the summary, which tools list; the whole sentence is the
 * description.
 */
function titleOf(sentence: string) {
  const [summary = sentence] = sentence.split(/[;:] /, 1);
  return summary === sentence ? { summary } : { summary, description: `${sentence}.` };
}

function serversOf(appUrl: string) {
  const local = 'http://localhost:3000';
  return [
    { url: appUrl, description: 'This service' },
    ...(appUrl === local ? [] : [{ url: local, description: 'Local development' }]),
  ];
}

const formats: Record<string, string> = { email: 'email', url: 'uri', date: 'date' };

/**
 * The library describes a pipe by its input. This adds the format of the output and the examples,
 * which zod leaves out of transformed fields because they could show the output.
 */
const addOmitted: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe') return;
  const output = (def as { out?: { _zod: { def: { format?: string } } } }).out?._zod.def;
  const format = formats[output?.format ?? ''];
  if (format) jsonSchema.format = format;
};

type Node = { $ref?: string; oneOf?: Node[]; properties?: Record<string, unknown> };

/** Adds the captcha's token to the body, because it is not part of the operation's schema. */
function addCaptchaField(document: ApiDocument, path: string, method: 'post'): void {
  const body = document.paths?.[path]?.[method]?.requestBody;
  const content = body && 'content' in body ? body.content['application/json'] : undefined;
  const schema = content && 'schema' in content ? content.schema : undefined;
  const visit = (node: Node): void => {
    const name = node.$ref?.split('/').at(-1);
    // The cast is safe, because a component made from a zod object has the shape of Node.
    if (name) visit((document.components?.schemas?.[name] ?? {}) as Node);
    node.oneOf?.forEach(visit);
    if (node.properties) {
      node.properties['cf-turnstile-response'] = {
        type: 'string',
        maxLength: 2048,
        description: 'Answer of the captcha widget; required where captchas are on.',
      };
    }
  };
  if (schema) visit(schema as Node);
}
