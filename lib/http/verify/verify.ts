import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { verifyLimit } from '#lib/domain/issued/operations.ts';
import { normalCode } from '#lib/domain/issued/rules.ts';
import { isScan } from '#lib/domain/issued/scan.ts';
import { getVerified, matches, type Verified } from '#lib/domain/issued/verified.ts';
import { codeParam } from '#lib/domain/issued/verify-schema.ts';
import { codePath } from '#lib/domain/issued/view.ts';
import { countOpening } from '#lib/domain/issued/writes/count-opening.ts';
import { consuming } from '#lib/domain/uploads/check-file.ts';
import { readMultipart } from '#lib/http/api/multipart.ts';
import { keptReply } from '#lib/http/api/reply-cache.ts';
import { codePage, verifiedPage } from '#lib/http/verify/verify-pages.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError, errorStatus } from '#lib/platform/operations/errors.ts';
import { defineStream, type RefusalPage } from '#lib/platform/operations/operation.ts';
import { contentOf, hashOf } from '#lib/platform/storage/receive.ts';

const refusalPage: RefusalPage = async ({ status, message }, request) =>
  codePage(request, { typed: typedIn(request), problem: message, status, unknown: status === 404 });

const common = {
  auth: 'guest',
  limit: verifyLimit,
  produces: 'text/html',
  reply: z.never(),
  refusalPage,
} as const;

export const getCodes = defineStream({
  ...common,
  method: 'GET',
  path: '/v',
  query: z.object({ codigo: z.string().max(100, 'Escribe el código de nuevo.').optional() }),
  summary: 'A form to type the code of a guarantee',
  handler: async (_ctx, { query: { codigo } }, request) => {
    if (codigo === undefined) return codePage(request);
    const code = normalCode(codigo);
    if (code) return leadTo(codePath(code));
    const problem = codigo.trim()
      ? 'Revisa el código: son 20 letras y números, en cuatro grupos de cinco.'
      : 'Escribe el código que está en la hoja de entrega.';
    return codePage(request, { typed: codigo, problem, status: 400 });
  },
});

export const getCode = defineStream({
  ...common,
  method: 'GET',
  path: '/v/{code}',
  params: codeParam,
  errors: ['not_found'],
  alsoAnswers: { 303: 'To the address of the code as it is written.' },
  summary: 'What was recorded of a guarantee, as a page',
  handler: async ({ now }, { params }, request) => {
    const code = normalCode(params.code);
    const { pathname } = new URL(request.url);
    if (code && codePath(code) !== pathname) return leadTo(codePath(code));
    const found = await find(params.code, now);
    if (request.method === 'GET') countOpening(found.code);
    return verifiedPage(request, found);
  },
});

/** Answered at once, not by an address that says how it came out: such a link could be made up. */
export const postCode = defineStream({
  ...common,
  method: 'POST',
  path: '/v/{code}',
  params: codeParam,
  accepts: 'multipart/form-data',
  form: { fields: z.object({}), file: 'file' },
  errors: [
    'not_found',
    'conflict',
    'validation_failed',
    'payload_too_large',
    'unsupported_media_type',
  ],
  summary: 'Hold a file against the one that was recorded; it is hashed and not kept',
  handler: async ({ now }, { params }, request) => {
    const found = await getVerified(params.code, now);
    try {
      return verifiedPage(request, found, { compared: await compare(request, found) });
    } catch (error) {
      const { code, detail } = error instanceof AppError ? error : {};
      if (code === undefined || !detail?.message) throw error;
      return verifiedPage(request, found, { problem: detail.message, status: errorStatus[code] });
    }
  },
});

/** Kept as replies are, until the database changes or the day, which decides how it stands: reading it is most of the page. */
async function find(code: string, now: number): Promise<Verified> {
  const kept = keptReply(`/v/${code} ${isoDay(now)}`);
  if (kept.found) return JSON.parse(kept.found.body.toString());
  const found = await getVerified(code, now);
  kept.keep({ body: Buffer.from(JSON.stringify(found)), etag: '' });
  return found;
}

async function compare(request: Request, found: Verified) {
  const { maxUploadBytes: maxBytes } = getEnv();
  const { files } = await readMultipart(request, { maxBytes, fields: [], fileFields: ['file'] });
  const [file] = files;
  if (!file) throw new AppError('validation_failed', { message: 'Elige un archivo.' });
  const result = await consuming(file, async () => {
    if (matches(found, await hashOf(contentOf(file)))) return 'same';
    const bytes = await buffer(contentOf(file));
    return isScan(bytes.toString('latin1')) ? 'scan' : 'other';
  });
  return { fileName: file.fileName, result } as const;
}

function leadTo(path: string): Response {
  const headers = { Location: path, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  return new Response(null, { status: 303, headers });
}

function typedIn(request: Request): string {
  const { pathname } = new URL(request.url);
  const code = normalCode(pathname.slice('/v/'.length));
  return code ? codePath(code).slice('/v/'.length) : '';
}
