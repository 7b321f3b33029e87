import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import { gmailDomains } from '#lib/platform/mail/email-address.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Identity from an ID token. `sub` never changes. Google verified the e-mail once, maybe long ago.
 * `authoritative` means that Google hosts the address, so it cannot have changed hands since
 * (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
export type GoogleIdentity = {
  sub: string;
  email: string;
  name: string | null;
  authoritative: boolean;
};

type ExpectedClaims = {
  issuer: string;
  clientId: string;
  jwksUrl: string;
  nonce: string;
  now: number;
};

/** Accepted difference between Google's clock and ours. */
const SKEW_SECONDS = 30;

/**
 * Checks a token (OpenID Connect Core 3.1.3.7). Throws `invalid_token` if it is forged, expired or
 * not for us, `email_not_verified` if Google has not verified the address, and `upstream_failed` or
 * `upstream_timeout` if Google's keys cannot be read.
 */
export async function checkIdToken(
  token: string,
  expected: ExpectedClaims,
): Promise<GoogleIdentity> {
  const payload = await verify(token, expected);
  const { sub, nonce, email, name } = payload;
  if (nonce !== expected.nonce || !isForUs(payload, expected.clientId)) {
    throw new AppError('invalid_token');
  }
  if (!sub || sub.length > 255 || typeof email !== 'string') throw new AppError('invalid_token');
  if (payload.email_verified !== true) throw new AppError('email_not_verified');
  const authoritative = isHostedByGoogle(email, payload.hd);
  return { sub, email, name: typeof name === 'string' ? name : null, authoritative };
}

/** Whether Google hosts the address: at Gmail, or in the account's Workspace domain `hd`. */
function isHostedByGoogle(email: string, hd: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return gmailDomains.includes(domain) || (typeof hd === 'string' && hd.toLowerCase() === domain);
}

async function verify(token: string, expected: ExpectedClaims): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keysOf(expected.jwksUrl), {
      algorithms: ['RS256'],
      // Google uses both forms of issuer (developers.google.com/identity/openid-connect).
      issuer: [expected.issuer, expected.issuer.replace(/^https:\/\//, '')],
      audience: expected.clientId,
      clockTolerance: SKEW_SECONDS,
      currentDate: new Date(expected.now),
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    });
    return payload;
  } catch (cause) {
    if (cause instanceof errors.JWKSTimeout) throw new AppError('upstream_timeout', { cause });
    const aboutToken = cause instanceof errors.JOSEError && !aboutKeys.includes(cause.code);
    throw new AppError(aboutToken ? 'invalid_token' : 'upstream_failed', { cause });
  }
}

/** jose reports these when the key endpoint's answer is no key set. */
const aboutKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'];

/** A token for several audiences must have been issued to us. */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  return azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;
}

/** Caches keys for 10 minutes. An unknown key id fetches them again, at most every 30 s. */
function keysOf(url: string): RemoteJWKSet {
  const sets = singleton('google-keys', () => new Map<string, RemoteJWKSet>());
  const keySet = sets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 5000 });
  sets.set(url, keySet);
  return keySet;
}
