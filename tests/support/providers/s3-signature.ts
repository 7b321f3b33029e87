import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Keys = { accessKeyId: string; secretAccessKey: string };
export type Refusal = 'AccessDenied' | 'InvalidAccessKeyId' | 'SignatureDoesNotMatch';

const SKEW = 15 * 60 * 1000;

/**
 * Checks AWS Signature Version 4 of a request, in its header or its URL, by the public
 * documentation of S3. `presignedNow` is the clock of presigned URLs.
 */
export function refusalOf(
  request: IncomingMessage,
  keys: Keys,
  presignedNow: () => number,
): Refusal | null {
  const url = new URL(request.url ?? '/', 'http://store');
  const header = request.headers.authorization;
  const input = header ? fromHeader(header, request) : fromQuery(url);
  if (!input) return 'AccessDenied';

  const signedAt = Date.parse(
    input.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (Number.isNaN(signedAt)) return 'AccessDenied';
  const expired = header
    ? Math.abs(Date.now() - signedAt) > SKEW
    : presignedNow() > signedAt + input.seconds * 1000 || signedAt > presignedNow() + SKEW;
  if (expired) return 'AccessDenied';

  const [accessKeyId, day, region, service] = input.credential.split('/');
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (!input.signedHeaders.includes('host')) return 'SignatureDoesNotMatch';
  const scope = [day ?? '', region ?? '', service ?? '', 'aws4_request'];
  const signature = signatureOf(request, url, { ...input, scope }, keys);
  return signature === input.signature ? null : 'SignatureDoesNotMatch';
}

type Signing = { scope: string[]; date: string; signedHeaders: string[]; payloadHash: string };

function signatureOf(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  url: URL,
  { scope, date, signedHeaders, payloadHash }: Signing,
  keys: Keys,
): string {
  const canonical = [
    request.method,
    url.pathname.split('/').map(reencode).join('/'),
    canonicalQuery(url),
    ...signedHeaders.map((name) => `${name}:${oneLine(request.headers[name])}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  );
  return hmac(key, text).toString('hex');
}

/** Returns the headers of a request with a new signature for `url`, its body unsigned. */
export function signedHeadersOf(
  method: string,
  url: URL,
  headers: Record<string, string>,
  { region, ...keys }: Keys & { region: string },
): Record<string, string> {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const payloadHash = 'UNSIGNED-PAYLOAD';
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': date,
  };
  const signedHeaders = Object.keys(all)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .sort();
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request'];
  const signing = { scope, date, signedHeaders, payloadHash };
  const signature = signatureOf({ method, headers: all }, url, signing, keys);
  const credential = [keys.accessKeyId, ...scope].join('/');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  return { ...all, authorization };
}

function fromHeader(header: string, request: IncomingMessage) {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!found) return null;
  return {
    credential: found[1] ?? '',
    signedHeaders: (found[2] ?? '').split(';'),
    signature: found[3] ?? '',
    date: oneLine(request.headers['x-amz-date']),
    seconds: 0,
    payloadHash: oneLine(request.headers['x-amz-content-sha256']),
  };
}

function fromQuery(url: URL) {
  const value = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  if (value('Algorithm') !== 'AWS4-HMAC-SHA256') return null;
  return {
    credential: value('Credential'),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    date: value('Date'),
    seconds: Number(value('Expires')),
    payloadHash: value('Content-Sha256') || 'UNSIGNED-PAYLOAD',
  };
}

function canonicalQuery(url: URL): string {
  return url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${reencode(name)}=${reencode(value)}`;
    })
    .sort()
    .join('&');
}

function reencode(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function oneLine(value: string | string[] | undefined): string {
  return [value ?? ''].flat().join(',').trim().replace(/ +/g, ' ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
