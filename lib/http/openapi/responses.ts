import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { errorMessages } from '#lib/http/api/messages.ts';
import { statusMeaning } from '#lib/http/openapi/copy.ts';
import { type ErrorCode, errorStatus } from '#lib/platform/operations/errors.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';

type Header = { description: string; schema: { type: 'string' } };

const textHeader = (description: string): Header => ({
  description,
  schema: { type: 'string' },
});

export const responseHeaders: Record<string, Header> = {
  'x-request-id': textHeader('The id of this request in our log.'),
  'Retry-After': textHeader('Seconds until it is worth trying again.'),
  Location: textHeader('Where to go.'),
  'Set-Cookie': textHeader('The cookie, HttpOnly and SameSite=Lax.'),
  RateLimit: textHeader('What is left of the limit (IETF draft-ietf-httpapi-ratelimit-headers).'),
  'RateLimit-Policy': textHeader('The limit: `q` requests in `w` seconds.'),
};

export function responsesOf(operation: AnyOperation): ZodOpenApiResponsesObject {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  const cookies = operation.setsCookies ? ['Set-Cookie'] : [];
  if (operation.produces || !(operation.reply instanceof z.ZodNever)) {
    const headerRefs = headerRefsOf('x-request-id', ...cookies);
    responses[200] = { description: 'Done', headers: headerRefs, content: contentOf(operation) };
  }
  for (const [status, codes] of Object.entries(refusalsOf(operation))) {
    responses[status] = refusal(Number(status), codes);
  }
  for (const [status, description] of Object.entries(operation.alsoAnswers ?? {})) {
    const names = ['x-request-id', ...(/^30[23]$/.test(status) ? ['Location'] : [])];
    if (/^(206|30[23])$/.test(status)) names.push(...cookies);
    const hasBody = status === '206' || Number(status) >= 500;
    const content = hasBody ? { content: contentOf(operation) } : {};
    responses[status] = { description, headers: headerRefsOf(...names), ...content };
  }
  // The cast is needed, because the library's type lists every status as a key.
  return responses as ZodOpenApiResponsesObject;
}

export function refusalsOf(operation: AnyOperation): Record<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>(['internal']);
  const addIf = (condition: unknown, ...errorCodes: ErrorCode[]) => {
    if (condition) for (const code of errorCodes) codes.add(code);
  };
  addIf(!('unlimited' in operation.limit), 'rate_limited', 'not_configured', 'unavailable');
  addIf((operation.method !== 'GET' && !operation.crossSite) || operation.csrf, 'csrf_invalid');
  addIf(operation.auth !== 'guest', 'no_session', 'not_configured');
  addIf(
    !operation.allowsNoFactor && operation.auth !== 'guest',
    'second_factor_enrolment_required',
  );
  addIf(operation.sudo, 'proof_required');
  addIf(operation.auth === 'admin', 'forbidden');
  addIf(operation.captcha, 'captcha_invalid', 'not_configured', 'unavailable');
  addIf(operation.params, 'not_found');
  addIf(operation.query || operation.headers, 'validation_failed');
  addIf(operation.body, 'validation_failed', 'invalid_json');
  addIf(operation.body, 'payload_too_large', 'unsupported_media_type');
  addIf(true, ...(operation.errors ?? []));
  const byStatus: Record<number, ErrorCode[]> = {};
  for (const code of codes) {
    const status = errorStatus[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return byStatus;
}

function refusal(status: number, codes: ErrorCode[]): ZodOpenApiResponseObject {
  const isLimited = codes.includes('rate_limited');
  return {
    description: `${statusMeaning[status] ?? 'Refused'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: headerRefsOf(
      'x-request-id',
      ...([429, 503, 504].includes(status) ? ['Retry-After'] : []),
      ...(isLimited ? ['RateLimit', 'RateLimit-Policy'] : []),
    ),
    content: {
      'application/json': {
        schema: errorReply,
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

function errorExample(code: ErrorCode): z.infer<typeof errorReply> {
  const fields = { 'garantias.0.montoGarantia': 'Ingresa un monto mayor que cero.' };
  return {
    success: false,
    error: code,
    message: errorMessages[code],
    ...(code === 'validation_failed' ? { fields } : {}),
    requestId: 'qlCk6DAfYz4mZzqjvY0wRg',
  };
}

function contentOf({ produces, reply }: AnyOperation): ZodOpenApiResponseObject['content'] {
  if (!produces) return { 'application/json': { schema: reply } };
  return Object.fromEntries([produces].flat().map((type) => [type, { schema: bodyOf(type) }]));
}

function bodyOf(type: string) {
  if (type === 'application/json') return { type: 'object' } as const;
  return type.startsWith('text/')
    ? ({ type: 'string' } as const)
    : ({ type: 'string', format: 'binary' } as const);
}

function headerRefsOf(...names: string[]): Record<string, { $ref: string }> {
  const reference = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return Object.fromEntries(names.map((name) => [name, reference(name)]));
}
