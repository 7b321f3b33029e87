import { z } from 'zod';
import { kindOfPath } from '#lib/http/server/path-kinds.ts';
import { findTracker } from '#lib/platform/error-tracking/tracker.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { successField } from '#lib/platform/operations/replies.ts';
import { log } from '#lib/platform/process/log.ts';
import { BROWSER_ERRORS_PATH } from '#lib/platform/web/headers.ts';

const MAX_FRAMES = 30;
const truncatedText = (length: number, description: string) =>
  z
    .string()
    .transform((text) => text.slice(0, length))
    .meta({ description });

/**
 * Receives errors from `components/site/report-errors.ts`, which is loaded if Sentry is configured.
 */
export const postBrowserErrors = defineOperation({
  method: 'POST',
  path: BROWSER_ERRORS_PATH,
  auth: 'guest',
  limit: { name: 'browser-errors', points: 20, seconds: 600, per: 'ip' },
  body: z.object({
    name: truncatedText(80, 'Kind of the error, such as `TypeError`.'),
    stack: truncatedText(
      8000,
      'Lines of its stack within our own scripts; its message is not sent.',
    ),
    page: truncatedText(2000, 'Path of the page.'),
    requestId: truncatedText(64, 'The id of the request that the page answered.'),
  }),
  reply: z.object({ success: successField }),
  summary: 'Report an error of a browser to the error tracking',
  handler: async (_ctx, { body }) => {
    const frames = body.stack.split('\n').flatMap(frameOf).slice(0, MAX_FRAMES);
    if (frames.length > 0) logBrowserError(body, frames);
    return { success: true } as const;
  },
});

type ErrorReport = { name: string; page: string; requestId: string };

/**
 * Reports an error to the log and the error tracking. It is logged as a warning, because anyone can
 * send it and an error would wake the operator.
 */
function logBrowserError({ name, page, requestId }: ErrorReport, frames: string[]): void {
  const err = new Error('in a browser');
  err.name = /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  err.stack = ['Error', ...frames].join('\n');
  const fields = {
    err,
    op: `browser ${kindOfPath(page.split('?', 1)[0] ?? '')}`,
    ...(/^[\w-]{8,64}$/.test(requestId) && { requestId }),
  };
  const message = 'an error in a browser';
  log().warn(fields, message);
  findTracker()?.report({ level: 'error', message, fields, origin: 'browser' });
}

/**
 * Matches a stack frame in our scripts. Chromium writes `at name (URL)`, Firefox and Safari write
 * `name@URL`.
 */
const framePattern =
  /^ *(?:at )?(?:async )?([\w$.<>]{0,80}) ?[@(]?https?:\/\/[^/\s]{1,260}(\/_next\/static\/[\w./~-]{1,120}:\d{1,7}:\d{1,7})\)?$/;

function frameOf(line: string): string[] {
  const [, name, position] = framePattern.exec(line.slice(0, 600).trimEnd()) ?? [];
  return position ? [`    at ${name || '<anonymous>'} (${position})`] : [];
}
