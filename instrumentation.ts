/** Next calls this when a page fails: the request id is what the error page shows. */
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
