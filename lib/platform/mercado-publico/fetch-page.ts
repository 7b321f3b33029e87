import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { readWithin } from '#lib/platform/web/body.ts';

export type FetchedText = { status: number; text: string };

type Options = {
  timeoutMs: number;
  maxBytes: number;
  accept: string;
  signal?: AbortSignal | undefined;
  /** Number of redirects to follow, all within the same origin. */
  maxRedirects?: number;
};

/** Fetches a text of any status. `timeoutMs` includes the body. Throws `MarketplaceFailure`. */
export async function fetchPage(url: string, options: Options): Promise<FetchedText> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const response = await followRedirects(url, signal, options);
    const bytes = await readWithin(response.body, options.maxBytes);
    if (!bytes) throw new MarketplaceFailure('too_large');
    return { status: response.status, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof MarketplaceFailure) throw error;
    if (options.signal?.aborted) throw new MarketplaceFailure('stopped');
    throw new MarketplaceFailure(timeout.aborted ? 'timeout' : 'network');
  }
}

async function followRedirects(
  url: string,
  signal: AbortSignal,
  options: Options,
): Promise<Response> {
  let currentUrl = new URL(url);
  for (let redirectsLeft = options.maxRedirects ?? 0; ; redirectsLeft -= 1) {
    const response = await fetch(currentUrl, {
      headers: { accept: options.accept, 'user-agent': 'Resguardo' },
      redirect: 'manual',
      signal,
    });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const target = response.headers.get('location');
    const next = target && URL.canParse(target, currentUrl) ? new URL(target, currentUrl) : null;
    if (!next || redirectsLeft <= 0 || next.origin !== currentUrl.origin)
      throw new MarketplaceFailure('redirect');
    currentUrl = next;
  }
}
