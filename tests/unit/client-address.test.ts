import { type BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isVisit } from '#lib/http/api/navigation.ts';
import { firstUntrustedIp, settleOrigin } from '#lib/http/server/client-ip.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';
import { limitSubject, parseIpRanges, plainIp, shortIp } from '#lib/platform/web/ip-addresses.ts';

function ranges(text: string): BlockList {
  const list = parseIpRanges(text);
  if (!list) throw new Error(`no ranges: ${text}`);
  return list;
}

describe('firstUntrustedIp', () => {
  test('ignores the header if no proxy is trusted', () => {
    fc.assert(
      fc.property(fc.string(), (forged) => {
        expect(firstUntrustedIp('192.0.2.1', forged, 0)).toBe('192.0.2.1');
      }),
    );
  });

  test('is always an IP, and that of the peer if the peer is not trusted', () => {
    const part = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant('10.0.0.1'));
    const proxies = ranges('10.0.0.0/8');
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('10.0.0.1', '192.0.2.1'), (parts, peer) => {
        const found = firstUntrustedIp(peer, parts.join(','), proxies);
        expect(isIP(found)).toBeGreaterThan(0);
        if (peer === '192.0.2.1') expect(found).toBe(peer);
      }),
    );
  });

  test.each([
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [2, '203.0.113.9', '203.0.113.9'],
    [1, '::ffff:203.0.113.9', '203.0.113.9'],
    [1, ' , ,', '127.0.0.1'],
    [1, undefined, '127.0.0.1'],
    [1, '203.0.113.9, unknown', '127.0.0.1'],
    [2, '6.6.6.6, _hidden, 10.0.0.1', '10.0.0.1'],
  ])('counts %i hops from the right of %s, for a local peer', (proxies, header, address) => {
    expect(firstUntrustedIp('127.0.0.1', header, proxies)).toBe(address);
    expect(firstUntrustedIp('::1', header, proxies)).toBe(address.replace('127.0.0.1', '::1'));
    expect(firstUntrustedIp('192.0.2.1', header, proxies)).toBe('192.0.2.1');
  });

  test.each([
    ['192.0.2.1', '203.0.113.9', '192.0.2.1'],
    ['10.0.0.7', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.7', '10.0.0.9, 203.0.113.9, 10.1.1.1', '203.0.113.9'],
    ['10.0.0.7', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.7', '6.6.6.6, nonsense', '10.0.0.7'],
    ['10.0.0.7', '10.0.0.8', '10.0.0.8'],
    ['10.0.0.7', undefined, '10.0.0.7'],
    ['2001:db8:1::5', '2001:DB8:2:0::9', '2001:db8:2:0::9'],
    ['2001:db8:2::5', '203.0.113.9', '2001:db8:2::5'],
    ['unknown', '203.0.113.9', 'unknown'],
  ])('for peer %s and header %s is %s with trusted ranges', (peer, header, address) => {
    expect(firstUntrustedIp(peer, header, ranges('10.0.0.0/8, 2001:db8:1::/48'))).toBe(address);
  });
});

describe('plainIp', () => {
  test.each([
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[::1]:443', '::1'],
    ['[2001:DB8::1]', '2001:db8::1'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::ffff:c0a8:0101', '192.168.1.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:0:1.2.3.4', '::ffff:0:1.2.3.4'],
    [' 1.2.3.4 ', '1.2.3.4'],
    ['1.2.3.4:', null],
    ['1.2.3', null],
    ['01.2.3.4', null],
    ['1.2.3.4%a', null],
    ['"1.2.3.4"', null],
    ['[1.2.3.4', null],
    ['localhost', null],
    ['unknown', null],
    ['', null],
  ])('turns %s into %s', (text, address) => {
    expect(plainIp(text)).toBe(address);
  });
});

/** Returns `count` neighbours of that width. */
function eights(count: number, before = '', bits = 8): string {
  return Array.from({ length: count }, (_, i) => `${before}${i}.0.0.0/${bits}`).join();
}

test('ranges that are narrow one by one but wide together are refused', () => {
  const v6 = Array.from({ length: 65 }, (_, i) => `20${i + 10}::/16`).join();
  const mapped = eights(256, '::ffff:', 104);
  for (const text of [eights(256), eights(65), `${eights(64)},1.1.1.1`, mapped, v6]) {
    expect(parseIpRanges(text)).toBeNull();
  }
});

test('many narrow ranges are trusted', () => {
  const narrow = Array.from({ length: 500 }, (_, i) => `104.${i % 256}.${i >> 8}.0/22`).join();
  for (const text of [narrow, eights(64)]) expect(parseIpRanges(text)).not.toBeNull();
});

test.each([
  ...['', '10.0.0.0/0', '10.0.0.0/33', '::/129', '10.0.0.0/', 'proxy', '10.0.0.1,', '1/2/3'],
  ...['0.0.0.0/1,128.0.0.0/1', '10.0.0.0/7', '2000::/3', '2001::/15', '10.0.0.7,::/1'],
  ...['::ffff:0:0/96', '::ffff:0.0.0.0/97', '::FFFF:10.0.0.0/103', '::/80', '::/16'],
])('the list of ranges "%s" is refused', (text) => {
  expect(parseIpRanges(text)).toBeNull();
});

test('narrow ranges are trusted, also those of IPv4 mapped into IPv6', () => {
  const list = ranges('10.0.0.0/8, fd00::/16, ::ffff:172.30.0.0/112, ::1, 64:ff9b::/96');
  const known = ['10.9.9.9', '172.30.4.4', '8.8.8.8', '127.0.0.1'].map((ip) => list.check(ip));
  expect(known).toEqual([true, true, false, false]);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['unknown', 'desconocida'],
  ['', 'desconocida'],
])('shortIp of %s is %s', (address, short) => {
  expect(shortIp(address)).toBe(short);
});

test('only a GET that navigates to a page counts as a visit', () => {
  const visits = ['GET', 'HEAD', 'POST', 'OPTIONS'].map((method) => {
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    settleOrigin({ method, url: '/', headers, rawHeaders: [], httpVersion: '1.1', socket: {} }, 0);
    return isVisit(new Headers(headers));
  });
  expect(visits).toEqual([true, false, false, false]);
});

describe('limitSubject', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 });

  test('is the same for all addresses of a /64 network, and another for its neighbour', () => {
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        const subject = limitSubject([...network, ...one].join(':'));
        expect(limitSubject([...network, ...other].join(':').toUpperCase())).toBe(subject);
        const [first = '0', ...rest] = network;
        const neighbour = [(Number.parseInt(first, 16) ^ 1).toString(16), ...rest, ...one];
        expect(limitSubject(neighbour.join(':'))).not.toBe(subject);
      }),
    );
  });

  test('treats short spellings alike and leaves IPv4 unchanged', () => {
    expect(limitSubject('2001:db8::1')).toBe(limitSubject('2001:0db8:0:0:ffff::'));
    expect(limitSubject('::1')).toBe('0:0:0:0');
    expect(limitSubject('192.0.2.1')).toBe('192.0.2.1');
    expect(limitSubject('unknown')).toBe('unknown');
  });
});

test('requestIdOf keeps a given id only if it is safe to log, and makes a new one otherwise', () => {
  fc.assert(
    fc.property(fc.string(), (input) => {
      const safe = /^[A-Za-z0-9_-]{8,64}$/.test(input);
      const id = requestIdOf(input);
      if (safe) expect(id).toBe(input);
      else expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    }),
  );
});
