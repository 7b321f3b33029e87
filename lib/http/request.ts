import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { ClientAddress } from '#lib/platform/operation.ts';

/** Set by `server.ts` on every request; what a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-resguardo-address';

/** The caller's own id when it is 8–64 characters of `[A-Za-z0-9_-]`, else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomId();
}

export function addressOf(request: Request): ClientAddress {
  // The one place where an address is minted: the header is ours, see ADDRESS_HEADER.
  return (request.headers.get(ADDRESS_HEADER) ?? 'unknown') as ClientAddress;
}

/**
 * The client's address: the socket's, or with N trusted proxies the Nth from the right of
 * `X-Forwarded-For`. A shorter header than promised counts from its leftmost entry.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const plain = (address: string) => address.trim().replace(/^::ffff:/, '');
  if (trustedProxies === 0 || !forwardedFor) return plain(socketAddress);
  const hops = forwardedFor.split(',').map(plain).filter(Boolean);
  return hops[Math.max(0, hops.length - trustedProxies)] ?? plain(socketAddress);
}

/**
 * Refuses a cross-site browser request with an unsafe method. Callers that are not browsers send
 * neither `Sec-Fetch-Site` nor `Origin` and pass: they carry no one's cookies.
 */
export function checkOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.get('origin');
  if (!site && !origin) return;
  if (site !== 'cross-site' && origin && ownHosts(request).includes(hostOf(origin))) return;
  throw new AppError('csrf_invalid');
}

function ownHosts(request: Request): string[] {
  return [hostOf(getEnv().appUrl), request.headers.get('host') ?? ''].filter(Boolean);
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '-';
}
