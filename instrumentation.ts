/** Next calls this when a page fails. The error page shows the request id that is logged here. */
export async function onRequestError(
  err: unknown,
  request: { method: string; headers: Record<string, string | string[] | undefined> },
  context: { routePath: string },
): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { log } = await import('#lib/platform/process/log.ts');
  const requestId = request.headers['x-request-id'];
  log().error({ err, requestId, op: `${request.method} ${context.routePath}` }, 'page failed');
}
