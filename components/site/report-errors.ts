const MAX_REPORTS = 5;

/**
 * Reports errors to our server: their kind and the lines of the stack in our scripts, but no
 * message.
 */
export function reportErrors(url: string): void {
  const reported = new Set<Error>();
  const meta = document.querySelector<HTMLMetaElement>('meta[name="request-id"]');
  const send = (error: unknown) => {
    // An error with a digest comes from the server, which has logged it already.
    if (!(error instanceof Error) || 'digest' in error) return;
    if (reported.has(error) || reported.size >= MAX_REPORTS) return;
    reported.add(error);
    const lines = (error.stack ?? '').split('\n').filter((line) => line.includes('/_next/static/'));
    const body = JSON.stringify({
      name: error.name,
      stack: lines.join('\n'),
      page: location.pathname,
      requestId: meta?.content ?? '',
    });
    const headers = { 'content-type': 'application/json' };
    fetch(url, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  };
  addEventListener('error', ({ error }) => send(error));
  addEventListener('unhandledrejection', ({ reason }) => send(reason));
}
