import { z } from 'zod';
import { kindOfPath } from '#lib/http/server/path-kinds.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { readBytes } from '#lib/platform/web/body.ts';
import { REPORTS_PATH } from '#lib/platform/web/headers.ts';

const MAX_BYTES = 16 * 1024;
const MAX_REPORTS = 20;
/** Number of kinds that are logged separately. All further kinds are logged as one. */
const MAX_KINDS = 50;

/** Receives CSP reports: one object by `report-uri`, a list by `report-to`. */
export const postCspReports = defineStream({
  method: 'POST',
  path: REPORTS_PATH,
  auth: 'guest',
  // Reports are sent by the browser itself and change nothing.
  crossSite: true,
  limit: { name: 'csp-reports', points: 30, seconds: 600, per: 'ip' },
  accepts: 'application/reports+json',
  reply: z.never(),
  errors: ['invalid_json', 'payload_too_large', 'unsupported_media_type'],
  alsoAnswers: { 204: 'Taken.' },
  summary: 'Receive a violation of the content security policy',
  handler: async ({ now }, _input, request) => {
    const type = request.headers.get('content-type') ?? '';
    if (!/^application\/(csp-report|reports\+json)\s*(;|$)/i.test(type)) {
      throw new AppError('unsupported_media_type');
    }
    const body = parseJson((await readBytes(request, MAX_BYTES)).toString('utf8'));
    for (const report of [body].flat().slice(0, MAX_REPORTS)) logReport(report, now);
    return new Response(null, { status: 204 });
  },
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
}

const optionalText = z.string().optional().catch(undefined);
const reportFields = z.object({
  ...{
    'effective-directive': optionalText,
    'violated-directive': optionalText,
    'blocked-uri': optionalText,
  },
  ...{
    'document-uri': optionalText,
    effectiveDirective: optionalText,
    blockedURL: optionalText,
    documentURL: optionalText,
  },
});
const cspReportBody = z.union([
  z.object({ 'csp-report': reportFields }).transform((report) => report['csp-report']),
  z.object({ type: z.literal('csp-violation'), body: reportFields }).transform(({ body }) => body),
]);

/** Logs each kind once an hour: directive, kind of page and host, without path and query. */
function logReport(report: unknown, now: number): void {
  const parsed = cspReportBody.safeParse(report);
  if (!parsed.success) return;
  const { data } = parsed;
  const directive =
    data.effectiveDirective ?? data['effective-directive'] ?? data['violated-directive'];
  const page = data.documentURL ?? data['document-uri'];
  const kind = {
    directive: /^[a-z-]{1,40}/.exec(directive ?? '')?.[0] ?? 'unknown',
    page: page && URL.canParse(page) ? kindOfPath(new URL(page).pathname) : 'unknown',
    blocked: sourceOf(data.blockedURL ?? data['blocked-uri'] ?? ''),
  };
  const reportTimes = singleton('csp-reports', () => new Map<string, number>());
  const name = JSON.stringify(kind);
  const isKnown = reportTimes.has(name) || reportTimes.size < MAX_KINDS;
  const lastReportedAt = reportTimes.get(isKnown ? name : 'more');
  if (lastReportedAt !== undefined && now - lastReportedAt < HOUR && now >= lastReportedAt) return;
  reportTimes.set(isKnown ? name : 'more', now);
  log().warn(isKnown ? kind : { directive: 'more' }, 'refused by the content security policy');
}

/** Returns the host, the scheme of an extension, or a keyword such as `inline`. */
function sourceOf(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { protocol, hostname } = new URL(blocked);
  return /^https?:$/.test(protocol) ? hostname.slice(0, 100) : protocol;
}
