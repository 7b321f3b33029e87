import { Outage, unavailableError } from '#lib/platform/db/remote/outage.ts';

/**
 * Sends a request and reads the whole answer. Throws `Outage` when there is none before the
 * deadline.
 */
export async function roundTrip(request: Request, deadlineMs: number): Promise<Response> {
  const { status, headers, body } = await fetchWhole(request, deadlineMs);
  const isJson = headers.get('content-type')?.startsWith('application/json');
  // Errors of libSQL itself have a `code`, and its client handles them.
  if (status < 400 || (isJson && body.includes('"code"'))) {
    return new Response(body, { status, headers });
  }
  if (status === 401 || status === 403) throw unavailableError(new Error('the token is not taken'));
  // An unknown stream is an outage too: a proxy that repeats a request finds its stream already
  // used up.
  throw new Outage('unknown', new Error(`HTTP ${status}`));
}

async function fetchWhole(request: Request, deadlineMs: number) {
  try {
    const response = await fetch(request, {
      signal: AbortSignal.timeout(deadlineMs),
      cache: 'no-store',
      redirect: 'error',
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    };
  } catch (error) {
    throw new Outage(wasNeverSent(error) ? 'no' : 'unknown', error);
  }
}

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown }; // Node's system errors have a `code`.
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || wasNeverSent(error.cause);
}
