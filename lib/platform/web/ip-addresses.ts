import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The trusted proxies: a number of hops, the nearest on this machine, or a list of IP addresses.
 */
export type TrustedProxies = number | BlockList;

/**
 * Returns an IP address without port, brackets and zone, and mapped IPv4 as IPv4. Returns null for
 * other text.
 */
export function plainIp(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : null;
  const ip = bare.replace(/%.*/, '').toLowerCase();
  const groups = ipv6Groups(ip);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return ip;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || (isIPv4(ip) && ip.startsWith('127.'));
}

export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/**
 * Parses `10.0.0.7, 172.30.0.0/16, 2001:db8::/32`. Returns null if an entry is not an IP or a range
 * that is too wide, or if all together cover too much.
 */
export function parseIpRanges(text: string): BlockList | null {
  const list = new BlockList();
  let coveredRanges = 0;
  for (const entry of text.split(',')) {
    const [, ip = '', prefix] = /^\s*([^\s/]+)(?:\/(\d{1,3}))?\s*$/.exec(entry) ?? [];
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
    const [minBits, maxBits] = family === 'ipv4' ? [8, 32] : [minIpv6PrefixLength(ip), 128];
    const bits = prefix === undefined ? maxBits : Number(prefix);
    if (!isIP(ip) || bits < minBits || bits > maxBits) return null;
    list.addSubnet(ip, bits, family);
    coveredRanges += 2 ** (minBits - bits);
  }
  return coveredRanges > MAX_COVERED_RANGES ? null : list;
}

/**
 * Maximum that all ranges may cover, counted in ranges of the widest accepted size. For IPv4 it is
 * a quarter of the Internet.
 */
const MAX_COVERED_RANGES = 64;

/**
 * Returns the shortest accepted prefix length: 104 for addresses that begin with 0, which means /8
 * for mapped IPv4 (`::ffff:0:0/96`), else 16.
 */
function minIpv6PrefixLength(ip: string): number {
  return ipv6Groups(ip)[0] === '0' ? 96 + 8 : 16;
}

/**
 * Shortens IPv4 to /24 (`203.0.113.0/24`) and IPv6 to /48, so that the result names a network and
 * not a device. Returns `desconocida` for other text.
 */
export function shortIp(text: string): string {
  const ip = plainIp(text) ?? '';
  if (isIPv6(ip)) return `${ipv6Groups(ip).slice(0, 3).join(':')}::/48`;
  const parts = ip.split('.');
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : 'desconocida';
}

/** Returns what rate limits count by: an IPv4 address, or the /64 of an IPv6 address. */
export function limitSubject(ip: string): string {
  return isIPv6(ip) ? ipv6Groups(ip).slice(0, 4).join(':') : ip;
}

/** The points of a /48 are those of one of its /64 multiplied by this. */
const IPV6_SITE_MULTIPLIER = 3;
/** All values of `times` that `limitScopesOf` returns. */
export const limitMultipliers: readonly number[] = [1, IPV6_SITE_MULTIPLIER];

/**
 * Returns the networks for which limits of an IP count: its `limitSubject` and, for IPv6, the /48,
 * which has `times` the points.
 */
export function limitScopesOf(ip: string): { scope: string; times: number }[] {
  const ownScope = { scope: limitSubject(ip), times: 1 };
  return isIPv6(ip) ? [ownScope, { scope: shortIp(ip), times: IPV6_SITE_MULTIPLIER }] : [ownScope];
}

/** Returns the eight groups of an IPv6 address, in lower case and without leading zeros. */
function ipv6Groups(ip: string): string[] {
  // The last two groups may be written as an IPv4 address.
  const plain = ip.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) => `${hex(a * 256 + Number(b))}:${hex(c * 256 + Number(d))}`,
  );
  const [head = '', tail] = plain.split('::');
  const leftGroups = head ? head.split(':') : [];
  const rightGroups = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - leftGroups.length - rightGroups.length;
  return [...leftGroups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rightGroups].map(
    (group) => group.replace(/^0+(?=.)/, '').toLowerCase(),
  );
}

const hex = (value: number) => value.toString(16);
