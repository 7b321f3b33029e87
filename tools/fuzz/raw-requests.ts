import fc from 'fast-check';
import { nasty } from '#tools/fuzz/arbitraries.ts';

export const targets = [
  '/',
  '/api/health',
  '/api/guarantees/public',
  '/api/nada/de/nada',
  '/api/health/',
  '/api//health',
  '/API/HEALTH',
  '/api/documents/profile',
  '/api/share/x',
  '/api/licitaciones/%00',
  '/api/licitaciones/%zz',
  '/api/%e0%a4%a',
  '/contacto',
  '/contacto?error=validation_failed',
  '/nada',
  '/panel/documentos/%2e%2e%2f',
  '/gestiona-tu-garantia/%ff',
  '/gestiona-tu-garantia/contacto',
  '/recibido/x',
  '//malo.cl/',
  '/\\malo.cl',
  '/%2f%2fmalo.cl',
  '/..%2f..%2fetc/passwd',
  '/../../etc/passwd',
  '/_next/static/%2e%2e/server/app.js',
  '/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=64&q=75',
  '/_next/data/x/index.json',
  'http://malo.cl/api/health',
  '*',
  '',
  '?a=b',
  '/docs',
  `/${'a'.repeat(9_000)}`,
  `/?${'a=b&'.repeat(1_500)}`,
];

export const headerLines = [
  'Host: malo.cl',
  'Host:',
  'Content-Length: -1',
  'Content-Length: abc',
  'Content-Length: 5, 6',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: xchunked',
  'Expect: 100-continue',
  'Expect: algo',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Content-Encoding: gzip',
  'Accept-Encoding: gzip;q=0, *;q=0',
  'Range: bytes=0-0,1-1,2-2',
  'If-None-Match: *',
  'X-Forwarded-For: 1.2.3.4',
  'X-Resguardo-Address: 1.2.3.4',
  'X-Resguardo-Body: x',
  'X-Nonce: x',
  'Content-Security-Policy: script-src *',
  'RSC: 1',
  'Next-Router-State-Tree: %7Bnonsense',
  'Next-Router-Prefetch: 1',
  'Next-Router-Segment-Prefetch: /_tree',
  'Next-Action: 00aa',
  'Next-Url: //malo.cl',
  'X-Nextjs-Data: 1',
  'X-Middleware-Subrequest: middleware:middleware:middleware',
  'X-Invoke-Path: /admin',
  'X-Matched-Path: /admin',
  'X-Now-Route-Matches: 1=admin',
  'X-Prerender-Revalidate: x',
  'X-HTTP-Method-Override: DELETE',
  'Cookie: formulario=AAAA; borrador=a.b; service_session=%00; __prerender_bypass=x',
  'Cookie: __next_preview_data=x; __prerender_bypass=x',
  'Accept: text/html',
  'Accept: text/x-component',
  'Accept-Language: zz-ZZ-x',
  'Origin: null',
  'Sec-Fetch-Site: cross-site',
  'Bad Name: x',
  ': x',
  'X: a\u0000b',
  ' folded: x',
  `X-Long: ${'x'.repeat(20_000)}`,
];

const framings = [
  'none',
  'length',
  'short',
  'long',
  'chunked',
  'broken-chunk',
  'endless-chunk',
] as const;

/** A request as bytes, any part of which may be wrong. */
const message = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('TRACE', 'CONNECT', 'PATCH', 'PROPFIND', 'get', 'X', ''),
    },
  ),
  target: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...targets) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom('/', '%', '..', 'api', '%2f', '%c0%ae', ';', '?', '#', 'é', '\t'))
        .map((parts) => `/${parts.join('')}`),
    },
  ),
  version: fc.oneof(
    { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
    { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '') },
  ),
  host: fc.nat(9).map((n) => n > 0),
  headers: fc.array(fc.constantFrom(...headerLines), { maxLength: 4 }),
  many: fc.nat(20).map((n) => (n === 0 ? 300 : 0)),
  type: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'text/plain;charset=UTF-8',
  ),
  framing: fc.constantFrom(...framings),
  body: fc.oneof(fc.constantFrom('{}', '{"a":', 'a=b&c=d', '--b\r\n', ...nasty), fc.string()),
  lineEnd: fc.nat(12).map((n) => (n === 0 ? '\n' : '\r\n')),
});
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;

/** A connection of up to three requests, sent in pieces, and perhaps cut off or corrupted. */
export const rawConnections = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 3 }),
  pieces: fc.constantFrom(1, 1, 1, 3, 8),
  cut: fc.option(fc.nat(99), { freq: 6 }),
  spoil: fc.option(fc.record({ at: fc.nat(9_999), byte: fc.nat(255) }), { freq: 6 }),
});

export type RawConnection = typeof rawConnections extends fc.Arbitrary<infer T> ? T : never;

/** Returns the pieces in which the bytes of a connection are sent. */
export function piecesOf({ messages, pieces, cut, spoil }: RawConnection): Buffer[] {
  const whole = Buffer.concat(messages.map(bytesOf));
  const bytes = cut === null ? whole : whole.subarray(0, Math.floor((whole.length * cut) / 100));
  if (spoil && bytes.length > 0) {
    bytes[Math.floor((bytes.length * spoil.at) / 10_000)] = spoil.byte;
  }
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
}

function bytesOf({
  method,
  target,
  version,
  host,
  headers,
  many,
  type,
  framing,
  body,
  lineEnd,
}: Message) {
  const content = Buffer.from(body.toWellFormed());
  const lines = [
    `${method} ${target} ${version}`,
    ...(host ? ['Host: localhost'] : []),
    ...headers,
    ...Array.from({ length: many }, (_, n) => `X-${n}: ${n}`),
    ...(framing === 'none' ? [] : [`Content-Type: ${type}`]),
    ...framingLines(framing, content.length),
  ];
  const head = Buffer.from(`${lines.join(lineEnd)}${lineEnd}${lineEnd}`, 'latin1');
  return Buffer.concat([head, framed(framing, content)]);
}

type Framing = (typeof framings)[number];

function framingLines(framing: Framing, length: number): string[] {
  if (framing === 'none') return [];
  if (framing.endsWith('chunk') || framing === 'chunked') return ['Transfer-Encoding: chunked'];
  const outcome =
    framing === 'short' ? Math.max(0, length - 3) : framing === 'long' ? length + 9 : length;
  return [`Content-Length: ${outcome}`];
}

function framed(framing: Framing, content: Buffer): Buffer {
  if (framing === 'none') return Buffer.alloc(0);
  const size = content.length.toString(16);
  const chunk = [Buffer.from(`${size}\r\n`), content, Buffer.from('\r\n')];
  if (framing === 'chunked') return Buffer.concat([...chunk, Buffer.from('0\r\n\r\n')]);
  if (framing === 'broken-chunk') return Buffer.concat([Buffer.from('zz;x="\r\n'), content]);
  if (framing === 'endless-chunk') return Buffer.concat(chunk);
  return content;
}
