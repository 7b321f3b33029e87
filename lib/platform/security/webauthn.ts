import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';

export type Credential = Record<string, unknown>;
type PublicKey = { credentialId: string; publicKey: string; counter: number };

/** Requires our own origin, so that the answer to another site's challenge is refused. */
function ownSite() {
  const { origin, hostname } = new URL(getEnv().appUrl);
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}

/**
 * EdDSA, ES256 and RS256, which devices support. The default list of the package makes Node warn.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

type Owner = { id: string; email: string; passkeyIds: string[] };

export async function creationOptions({ id, email, passkeyIds }: Owner) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: ownSite().expectedRPID,
    userName: email,
    userID: new Uint8Array(Buffer.from(id)),
    supportedAlgorithmIDs,
    excludeCredentials: passkeyIds.map((credentialId) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export async function requestOptions() {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: ownSite().expectedRPID,
    userVerification: 'required',
  });
}

/** Returns the challenge that a credential claims to answer. It is not verified yet. */
export function challengeIn({ response }: Credential): string {
  try {
    const { clientDataJSON } = response as { clientDataJSON: string };
    return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge);
  } catch {
    return '';
  }
}

/**
 * Verifies a new passkey and returns its public key, or null if the passkey answers another
 * challenge or site.
 */
export async function checkCreation(
  credential: Credential,
  expectedChallenge: string,
): Promise<PublicKey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  // The package validates every field itself.
  const response = credential as unknown as RegistrationResponseJSON;
  const options = { response, expectedChallenge, supportedAlgorithmIDs, ...ownSite() };
  const registration = await verifyRegistrationResponse(options).catch(() => null);
  if (!registration?.verified) return null;
  const { id, publicKey, counter } = registration.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * Verifies a login by passkey. Returns the signature counter of the device, or null if this key did
 * not sign the challenge.
 */
export async function checkAssertion(
  credential: Credential,
  expectedChallenge: string,
  { credentialId: id, publicKey }: PublicKey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const storedKey = {
    id,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
    counter: 0,
  };
  const authentication = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    credential: storedKey,
    ...ownSite(),
  }).catch(() => null);
  return authentication?.verified ? authentication.authenticationInfo.newCounter : null;
}
