import { rm } from 'node:fs/promises';
import { switchPath } from '#lib/domain/accounts/companies/view.ts';
import { CONFIRM_IDENTITY_PAGE } from '#lib/domain/accounts/rules.ts';
import { SECOND_STEP_PAGE, SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { errorMessages } from '#lib/http/api/messages.ts';
import { readMultipart, uploadBodyOf } from '#lib/http/api/multipart.ts';
import { patternOf } from '#lib/http/api/paths.ts';
import { type Refusal, redirectTo, toRefusal, withDefaultHeaders } from '#lib/http/api/reply.ts';
import { logRequest } from '#lib/http/api/route.ts';
import { contextOf, runOperation } from '#lib/http/api/run-operation.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { CORRECTED, FLASH_SECONDS, type Flash, packFlash } from '#lib/http/forms/flash.ts';
import type { Fields, FormDeclaration } from '#lib/http/forms/form.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import type { MultipartFile } from '#lib/platform/operations/files.ts';
import { HOLDER_FIELD } from '#lib/platform/operations/holder-field.ts';
import type { Endpoint } from '#lib/platform/operations/operation.ts';
import { readForm } from '#lib/platform/web/body.ts';

/**
 * Answers a native form with 303 to the next page. A script that accepts JSON gets the URL of that
 * page instead. After a refusal, the next page is the form's own with `?error=<code>`.
 */
export async function answerForm(
  form: FormDeclaration,
  params: Record<string, string>,
  request: Request,
): Promise<Response> {
  const { back, to, keep } = form;
  const ctx = contextOf(request);
  const { pathname, searchParams } = new URL(request.url);
  const operation: Endpoint = { path: patternOf(pathname, params), ...form.operation };
  const holder = searchParams.get(HOLDER_FIELD);
  searchParams.delete(HOLDER_FIELD);
  const received = uploadBodyOf(request);
  const read: { fields?: Fields; files: readonly MultipartFile[] } = { files: [] };
  let location: string;
  try {
    const readInput = async () => {
      Object.assign(read, await readBody(form, operation, received.typed, request));
      return { params: { ...read.fields, ...params }, body: read.fields, files: read.files };
    };
    const { input, result } = await runOperation(operation, ctx, request, readInput, received);
    const { fields = {} } = read;
    const reply = operation.reply.parse(result);
    const page = back(pathname, fields);
    const next = typeof to === 'string' ? to : to({ reply, body: input.body, fields, page, ctx });
    location = /^[?#]/.test(next) ? appendToPage(page, next, searchParams) : next;
    // Removes the message of an earlier refusal, also for the back button.
    const isCorrected = Boolean(ctx.browser.get('refusedForm'));
    const [mark, seconds] = isCorrected ? [CORRECTED, FLASH_SECONDS] : ['', 0];
    ctx.browser.set('refusedForm', mark, { seconds, path: page });
  } catch (thrown) {
    const refusal = toRefusal(thrown, ctx.requestId, operation);
    // These refusals happen before the body is read. It is read now, to keep the typed values.
    if (!read.fields && unreadRefusals.has(refusal.code)) {
      read.fields = await readTypedValues(request, keep);
    }
    const fields = { ...read.fields, ...received.typed };
    const page = back(pathname, fields);
    searchParams.set('error', refusal.code);
    location = `${page}?${searchParams}`;
    const flash = refusedFormFlash(form, refusal, fields);
    const isSpecific = refusal.message !== errorMessages[refusal.code];
    const hasDetails = Object.keys({ ...flash.fields, ...flash.values }).length > 0;
    // Without its cookie, `findProblem` takes the address for one of an earlier visit.
    if (isSpecific || hasDetails || refusal.code === 'validation_failed') {
      ctx.browser.set('refusedForm', packFlash(flash), { seconds: FLASH_SECONDS, path: page });
    }
    const settlingPage = pageByRefusal[refusal.code];
    if (refusal.code === 'other_holder') location = withNext(switchPath(holder ?? ''), location);
    else if (settlingPage === SECOND_STEP_PAGE) location = withNext(settlingPage, fields.next);
    else if (settlingPage) location = withNext(settlingPage, location);
  } finally {
    for (const { path } of read.files) await rm(path, { force: true });
  }
  logRequest(operation, ctx, 303);
  const redirect = withDefaultHeaders(redirectTo(location, { headers: ctx.response.headers }));
  redirect.headers.set('x-request-id', ctx.requestId);
  if (request.headers.get('accept') !== 'application/json') return redirect;
  // A script cannot read the URL of a redirect, so it gets the URL as data.
  redirect.headers.delete('Location');
  return Response.json({ location }, { headers: redirect.headers });
}

/** Reads the fields of a form. If the form may send files beside them, reads those too. */
async function readBody(
  form: FormDeclaration,
  { kind }: Endpoint,
  typed: Fields,
  request: Request,
) {
  if (form.files.length > 0 && isMultipart(request)) return readWithFiles(form, typed, request);
  return { fields: kind === 'json' ? await readForm(request) : {} };
}

const MAX_FILES = 5;

const isMultipart = (request: Request): boolean =>
  /^multipart\//i.test(request.headers.get('content-type') ?? '');

/** Reads a form and stores its files as temporary ones. Their names are among its fields. */
async function readWithFiles(
  { order, keep, files: fileFields }: FormDeclaration,
  typed: Fields,
  request: Request,
) {
  const multipart = readMultipart(request, {
    maxBytes: getEnv().maxUploadBytes,
    fields: [...order, ...keep, 'cf-turnstile-response'],
    fileFields,
    maxPerField: MAX_FILES,
    maxInAll: MAX_FILES,
    typed,
  });
  const { fields, files } = await multipart.catch((error) => {
    // A form that is broken as a whole is refused at its file field.
    const text = error instanceof AppError && error.detail.fields?.file;
    if (!text) throw error;
    throw new AppError(error.code, { fields: { [fileFields[0] ?? '']: text } });
  });
  for (const { field, fileName } of files) fields[field] = fileName;
  return { fields, files };
}

/** Appends a relative URL (`?…` or `#…`) to the form's page and keeps its query. */
function appendToPage(page: string, relative: string, query: URLSearchParams): string {
  if (query.size === 0) return page + relative;
  const { searchParams, hash } = new URL(relative, 'http://page.invalid');
  for (const [name, value] of query) searchParams.append(name, value);
  return `${page}?${searchParams}${hash}`;
}

/** Pages on which a person can remove the cause of these refusals. They lead back to the form. */
const pageByRefusal: Partial<Record<ErrorCode, string>> = {
  second_factor_required: SECOND_STEP_PAGE,
  second_factor_enrolment_required: SECURITY_PAGE,
  proof_required: CONFIRM_IDENTITY_PAGE,
};

const unreadRefusals: ReadonlySet<ErrorCode> = new Set([
  'no_session',
  'other_holder',
  'rate_limited',
  'second_factor_enrolment_required',
  'proof_required',
]);

/**
 * Reads the typed values of a form whose body was not read yet. Of a multipart form it reads only
 * the values before the file. Returns none if the body is unreadable.
 */
async function readTypedValues(request: Request, fields: readonly string[]): Promise<Fields> {
  if (!isMultipart(request)) return readForm(request).catch(() => ({}));
  const typedValues: Fields = {};
  await readMultipart(request, { maxBytes: 0, fields, fileFields: [], typed: typedValues }).catch(
    () => {},
  );
  return typedValues;
}

/** Returns what the page shows after a refusal. Errors follow the order of the form's schema. */
function refusedFormFlash(
  { order, keep, retypeMessages }: FormDeclaration,
  refusal: Refusal,
  fields: Fields,
): Flash {
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name, keep)));
  const retypeErrors = Object.entries(retypeMessages).filter(([name]) => fields[name]);
  const errors = { ...Object.fromEntries(retypeErrors), ...refusal.error.detail.fields };
  const orderedErrors = order
    .filter((name) => Object.hasOwn(errors, name))
    .map((name) => [name, errors[name]]);
  const { code, message } = refusal;
  return { code, message, fields: { ...Object.fromEntries(orderedErrors), ...errors }, values };
}

function isKept(name: string, keep: readonly string[]): boolean {
  return keep.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
