import { Outage, unavailableError } from '#lib/platform/db/remote/outage.ts';

/** Sends a request with a deadline. Throws `Outage` unless a whole answer arrives. */
export async function roundTrip(request: Request, deadlineMs: number): Promise<Response> {
  const { status, headers, body } = await fetchWhole(request, deadlineMs);
  const isJson = headers.get('content-type')?.startsWith('application/json');
  // Errors of libSQL itself have a code and are left to its client.
  if (status < 400 || (isJson && body.includes('"code"'))) {
    return new Response(body, { status, headers });
  }
  if (status === 401 || status === 403) throw unavailableError(new Error('the token is not taken'));
  // An unknown stream is an outage too: a proxy that repeats the request finds its stream used up.
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
  const { code } = error as { code?: unknown }; // Set by Node's system errors.
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || wasNeverSent(error.cause);
}
