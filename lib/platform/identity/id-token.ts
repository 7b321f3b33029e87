import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import { gmailDomains } from '#lib/platform/mail/email-address.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * A person's identity from a verified ID token. `sub` never changes. Google verified `email`, maybe
 * long ago. `isAuthoritative` means that Google hosts the e-mail, so nobody else can own it today
 * (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
export type GoogleIdentity = {
  sub: string;
  email: string;
  name: string | null;
  isAuthoritative: boolean;
};

type ExpectedClaims = {
  issuer: string;
  clientId: string;
  jwksUrl: string;
  nonce: string;
  now: number;
};

/** Tolerated difference between Google's clock and ours. */
const SKEW_SECONDS = 30;

/**
 * Verifies an ID token (OpenID Connect Core 3.1.3.7) and returns the identity. Throws
 * `invalid_token` if it is forged, expired or for another client, `email_not_verified`, and
 * `upstream_failed` or `upstream_timeout` if Google's keys cannot be read.
 */
export async function checkIdToken(
  token: string,
  expected: ExpectedClaims,
): Promise<GoogleIdentity> {
  const payload = await verifyIdToken(token, expected);
  const { sub, nonce, email, name } = payload;
  if (nonce !== expected.nonce || !isForUs(payload, expected.clientId)) {
    throw new AppError('invalid_token');
  }
  if (!sub || sub.length > 255 || typeof email !== 'string') throw new AppError('invalid_token');
  if (payload.email_verified !== true) throw new AppError('email_not_verified');
  const isAuthoritative = isHostedByGoogle(email, payload.hd);
  return { sub, email, name: typeof name === 'string' ? name : null, isAuthoritative };
}

/**
 * Returns whether Google hosts the e-mail: at Gmail, or in the Workspace domain `hd` of the
 * account.
 */
function isHostedByGoogle(email: string, hd: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return gmailDomains.includes(domain) || (typeof hd === 'string' && hd.toLowerCase() === domain);
}

async function verifyIdToken(token: string, expected: ExpectedClaims): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keysOf(expected.jwksUrl), {
      algorithms: ['RS256'],
      // Google uses the issuer with and without `https://`
      // (developers.google.com/identity/openid-connect).
      issuer: [expected.issuer, expected.issuer.replace(/^https:\/\//, '')],
      audience: expected.clientId,
      clockTolerance: SKEW_SECONDS,
      currentDate: new Date(expected.now),
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    });
    return payload;
  } catch (cause) {
    if (cause instanceof errors.JWKSTimeout) throw new AppError('upstream_timeout', { cause });
    const isAboutToken = cause instanceof errors.JOSEError && !keyErrorCodes.includes(cause.code);
    throw new AppError(isAboutToken ? 'invalid_token' : 'upstream_failed', { cause });
  }
}

/** jose's codes for an answer of the key endpoint that is no key set. */
const keyErrorCodes = ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'];

/** Returns whether the token was issued to us, as required when it names several audiences. */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  return azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;
}

/**
 * Returns Google's keys, cached for 10 minutes. An unknown key id fetches them again, at most every
 * 30 s.
 */
function keysOf(url: string): RemoteJWKSet {
  const sets = singleton('google-keys', () => new Map<string, RemoteJWKSet>());
  const keySet = sets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 5000 });
  sets.set(url, keySet);
  return keySet;
}
