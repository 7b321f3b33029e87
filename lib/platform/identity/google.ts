import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from 'arctic';
import { getEnv } from '#lib/platform/config/env.ts';
import { checkIdToken, type GoogleIdentity } from '#lib/platform/identity/id-token.ts';
import { measureCall } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { randomToken } from '#lib/platform/security/ids.ts';

/** Secrets of a login, which the browser keeps in a cookie while the person is at Google. */
export type GoogleLogin = { state: string; verifier: string; nonce: string };

/** Time limit for exchanging the code and reading Google's keys. People do not wait longer. */
const TIMEOUT_MS = 8000;

export function isGoogleConfigured(): boolean {
  return getEnv().google !== undefined;
}

/** Creates the secrets of a login and the URL of Google's consent screen (PKCE, S256). */
export function beginGoogleLogin(): { login: GoogleLogin; url: string } {
  const { settings, client } = openClient();
  const login = { state: randomToken(), verifier: randomToken(), nonce: randomToken() };
  const url = client.createAuthorizationURLWithPKCE(
    settings.authorizationUrl,
    login.state,
    CodeChallengeMethod.S256,
    login.verifier,
    ['openid', 'email', 'profile'],
  );
  url.searchParams.set('nonce', login.nonce);
  url.searchParams.set('prompt', 'select_account');
  return { login, url: url.href };
}

/**
 * Exchanges the code for an identity. Throws `invalid_code` if Google refuses the code,
 * `upstream_failed` or `upstream_timeout` if Google does not answer as it should, and the errors of
 * `checkIdToken`.
 */
export async function finishGoogleLogin(
  { code, login, now }: { code: string; login: GoogleLogin; now: number },
  timeoutMs = TIMEOUT_MS,
): Promise<GoogleIdentity> {
  const { settings, client } = openClient();
  const identify = async () => {
    const idToken = await redeemCode(client, settings.tokenUrl, code, login.verifier);
    return checkIdToken(idToken, { ...settings, nonce: login.nonce, now });
  };
  return measureCall('google', () =>
    // arctic accepts no abort signal, so its request continues after the timeout.
    withTimeout(identify(), timeoutMs, () => {
      throw new AppError('upstream_timeout');
    }),
  );
}

function openClient() {
  const settings = getEnv().google;
  if (!settings) throw new AppError('not_configured');
  const callback = `${getEnv().appUrl}/api/auth/google/callback`;
  return { settings, client: new OAuth2Client(settings.clientId, settings.clientSecret, callback) };
}

async function redeemCode(client: OAuth2Client, tokenUrl: string, code: string, verifier: string) {
  try {
    const tokens = await client.validateAuthorizationCode(tokenUrl, code, verifier);
    return tokens.idToken();
  } catch (cause) {
    const isRefused = cause instanceof OAuth2RequestError && !ownFaults.includes(cause.code);
    throw new AppError(isRefused ? 'invalid_code' : 'upstream_failed', { cause });
  }
}

/** OAuth errors that our settings cause, not the authorization code (RFC 6749, 5.2). */
const ownFaults = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type'];
