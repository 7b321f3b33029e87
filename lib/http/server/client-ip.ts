import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { ClientIp } from '#lib/platform/operations/operation.ts';
import {
  isLoopback,
  isLoopbackUrl,
  plainIp,
  type TrustedProxies,
} from '#lib/platform/web/ip-addresses.ts';

/**
 * Header with the client's IP. `server.ts` sets it on every request and overwrites any value that
 * the client sent.
 */
export const CLIENT_IP_HEADER = 'x-resguardo-address';
/**
 * Header that `server.ts` sets to `1` when the request was made on this machine without a proxy.
 */
export const HERE_HEADER = 'x-resguardo-here';

/** Matches headers of proxies, which anyone can send. */
const proxyHeaderPattern =
  /^(x-forwarded(-.*)?|x-original-.*|x-envoy-.*|x-(real|client|cluster-client)-ip|x-azure-clientip|(true|fastly|fly)-client-ip|cf-.*|cdn-loop|forwarded|via)$/;

const isProxyHeader = (name: string) => proxyHeaderPattern.test(name);

type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'
> & {
  socket: { remoteAddress?: string | undefined };
};

/**
 * Replaces the headers about a request's origin, which any client can write, by our own. Returns
 * false if the client's headers name other IPs and the peer is not in `TRUSTED_PROXIES`.
 */
export function settleOrigin(request: RequestHead, proxies: TrustedProxies): boolean {
  const { headers, socket } = request;
  const peer = plainIp(socket.remoteAddress ?? '') ?? 'unknown';
  const forwardedFor = headers['x-forwarded-for'];
  const ip = firstUntrustedIp(
    peer,
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    proxies,
  );
  const isLocal = isLoopback(peer) && isLocalRequest(request);
  for (const name of Object.keys(headers).filter(isProxyHeader)) delete headers[name];
  headers[CLIENT_IP_HEADER] = ip;
  headers[HERE_HEADER] = isLocal ? '1' : '0';
  // A HEAD must not count as a visit to a mailed link, and pages do not see the method.
  if (request.method !== 'GET') delete headers['sec-fetch-mode'];
  return !forwardedFor || ip !== peer;
}

/** Matches a name or an IP, with or without a port (RFC 9110, 7.2). */
export function isHost(text: string): boolean {
  return /^([\w.-]+|\[[a-f\d.:]+\])(:\d+)?$/i.test(text);
}

/** Returns whether the request came from this machine without a proxy. HTTP/1.0 indicates nginx. */
function isLocalRequest({ url, headers, rawHeaders, httpVersion }: RequestHead): boolean {
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  );
  const isProxied = Number(httpVersion) < 1.1 || Object.keys(headers).some(isProxyHeader);
  // The host must be a name and a port, because a URL reads `localhost/malo.cl` as this machine.
  const isName = isHost(headers.host ?? '');
  if (isProxied || hosts.length !== 1 || !isName) return false;
  // The name is checked too, because of DNS rebinding.
  const isElsewhere = !url?.startsWith('/') && !isLoopbackUrl(url ?? '');
  return !isElsewhere && isLoopbackUrl(`http://${headers.host}`);
}

export function clientIpOf({ headers }: { headers: Headers }): ClientIp {
  // The cast is safe, because `server.ts` overwrites this header (see `CLIENT_IP_HEADER`).
  return (headers.get(CLIENT_IP_HEADER) ?? 'unknown') as ClientIp;
}

/** Returns the first IP that is no proxy of ours, back from the socket. */
export function firstUntrustedIp(
  peer: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  const hops = (forwardedFor ?? '').split(',').filter((hop) => hop.trim());
  let ip = peer;
  for (let n = 0; isProxy(ip, n, proxies); n++) {
    const hopIp = plainIp(hops.at(-1 - n) ?? '');
    if (!hopIp) break;
    ip = hopIp;
  }
  return ip;
}

function isProxy(ip: string, position: number, proxies: TrustedProxies): boolean {
  if (typeof proxies === 'number') return position < proxies && (position > 0 || isLoopback(ip));
  return isIP(ip) > 0 && proxies.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
