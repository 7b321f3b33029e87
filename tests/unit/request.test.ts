import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientAddress, requestIdOf } from '#lib/http/request.ts';
import { limitSubject } from '#lib/platform/addresses.ts';

describe('clientAddress', () => {
  test('ignores the header without trusted proxies, however it is forged', () => {
    fc.assert(
      fc.property(fc.string(), (forged) => {
        expect(clientAddress('::ffff:192.0.2.1', forged, 0)).toBe('192.0.2.1');
      }),
    );
  });

  test.each([
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [2, '203.0.113.9', '203.0.113.9'],
    [1, '::ffff:203.0.113.9', '203.0.113.9'],
    [1, ' , ,', '192.0.2.1'],
    [1, undefined, '192.0.2.1'],
  ])('counts %i hops from the right of %s', (proxies, header, address) => {
    expect(clientAddress('192.0.2.1', header, proxies)).toBe(address);
  });
});

describe('limitSubject', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 });

  test('is the same for every address of a /64, and for no other', () => {
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

  test('knows short spellings and leaves IPv4 alone', () => {
    expect(limitSubject('2001:db8::1')).toBe(limitSubject('2001:0db8:0:0:ffff::'));
    expect(limitSubject('::1')).toBe('0:0:0:0');
    expect(limitSubject('192.0.2.1')).toBe('192.0.2.1');
    expect(limitSubject('unknown')).toBe('unknown');
  });
});

test('requestIdOf keeps what is safe to repeat in a log', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      const safe = /^[A-Za-z0-9_-]{8,64}$/.test(given);
      const id = requestIdOf(given);
      if (safe) expect(id).toBe(given);
      else expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    }),
  );
});
