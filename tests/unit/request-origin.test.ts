import type { IncomingHttpHeaders } from 'node:http';
import type { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CLIENT_IP_HEADER, HERE_HEADER, settleOrigin } from '#lib/http/server/client-ip.ts';
import { parseIpRanges, type TrustedProxies } from '#lib/platform/web/ip-addresses.ts';

function ranges(text: string): BlockList {
  const list = parseIpRanges(text);
  if (!list) throw new Error(`no ranges: ${text}`);
  return list;
}

describe('settleOrigin', () => {
  const settled = (
    headers: IncomingHttpHeaders,
    peer: string | undefined,
    proxies: TrustedProxies = 0,
    { httpVersion = '1.1', hosts = 1, url = '/dev/correo' } = {},
  ) => {
    const input = {
      host: 'localhost:3000',
      [HERE_HEADER]: '1',
      [CLIENT_IP_HEADER]: '6.6.6.6',
      ...headers,
    };
    const rawHeaders = Array.from({ length: hosts }, () => ['Host', 'localhost']).flat();
    const heard = settleOrigin(
      { url, headers: input, rawHeaders, httpVersion, socket: { remoteAddress: peer } },
      proxies,
    );
    return {
      heard,
      here: input[HERE_HEADER] === '1',
      address: input[CLIENT_IP_HEADER],
      given: input,
    };
  };

  test.each([
    ['127.0.0.1', {}, true],
    ['127.8.8.8', { host: '127.0.0.1:80' }, true],
    ['::1', { host: '[::1]:3000' }, true],
    ['::ffff:127.0.0.1', { host: 'resguardo.localhost' }, true],
    ['192.0.2.1', {}, false],
    ['::ffff:192.0.2.1', {}, false],
    [undefined, {}, false],
    ['127.0.0.1', { host: 'malo.cl' }, false],
    ['127.0.0.1', { host: 'localhost.malo.cl' }, false],
    ['127.0.0.1', { host: '127.0.0.1.malo.cl' }, false],
    ['127.0.0.1', { host: undefined }, false],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['127.0.0.1', { 'x-forwarded-for': '' }, false],
    ['127.0.0.1', { 'x-forwarded-host': 'resguardo.cl' }, false],
    ['127.0.0.1', { 'x-real-ip': '192.0.2.1' }, false],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1' }, false],
    ['127.0.0.1', { via: '1.1 Caddy' }, false],
    ['127.0.0.1', { host: 'malo.cl@localhost' }, false],
    ['127.0.0.1', { host: 'localhost/malo.cl' }, false],
    ['127.0.0.1', { host: 'localhost#malo.cl' }, false],
    ['127.0.0.1', { host: 'localhost?.malo.cl' }, false],
    ['127.0.0.1', { host: 'localhost\\malo.cl' }, false],
    ['127.0.0.1', { host: 'localhost, malo.cl' }, false],
    ['127.0.0.1', { host: 'LOCALHOST:3000' }, true],
  ])('takes a request from %s with %o for local: %s', (peer, headers, here) => {
    for (const proxies of [0, 1, ranges('127.0.0.1')]) {
      expect(settled(headers, peer, proxies).here).toBe(here);
    }
  });

  test.each([
    ...['x-forwarded', 'x-forwarded-by', 'x-original-forwarded-for', 'x-original-host'],
    ...['x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip', 'cf-ray'],
    ...['fly-client-ip', 'x-azure-clientip', 'x-envoy-external-address', 'cdn-loop'],
  ])('does not take a request with the header %s for local', (name) => {
    expect(settled({ [name]: '192.0.2.1' }, '127.0.0.1').here).toBe(false);
  });

  test.each([
    ['1.1', 1, true],
    ['2.0', 1, true],
    ['1.0', 1, false],
    ['0.9', 1, false],
    ['1.1', 2, false],
    ['1.1', 0, false],
  ])('takes HTTP/%s with %i lines of Host for local: %s', (httpVersion, hosts, here) => {
    expect(settled({}, '127.0.0.1', 0, { httpVersion, hosts }).here).toBe(here);
  });

  test.each([
    ['http://localhost:3000/dev/correo', true],
    ['http://malo.cl/dev/correo', false],
    ['HTTP://malo.cl/dev/correo', false],
    ['http://localhost@malo.cl/dev/correo', false],
    ['*', false],
    ['', false],
  ])('takes a request for the URL %s for local: %s', (url, here) => {
    expect(settled({}, '127.0.0.1', 0, { url }).here).toBe(here);
    expect(settled({ host: 'malo.cl' }, '127.0.0.1', 0, { url }).here).toBe(false);
  });

  test('removes what clients can write, and takes the IP from the trusted proxy or the connection', () => {
    const {
      address,
      given: input,
      heard,
    } = settled({ 'x-forwarded-for': '203.0.113.9', via: 'x' }, '127.0.0.1', 1);
    expect({ address, heard }).toEqual({ address: '203.0.113.9', heard: true });
    expect(Object.keys(input).sort()).toEqual(['host', CLIENT_IP_HEADER, HERE_HEADER].sort());
    expect(settled({}, undefined).address).toBe('unknown');
    expect(settled({}, '192.0.2.1')).toMatchObject({ address: '192.0.2.1', heard: true });
    expect(settled({ 'x-forwarded-for': '203.0.113.9' }, '192.0.2.1', 1).heard).toBe(false);
  });
});
