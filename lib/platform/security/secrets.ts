import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { getEnv } from '#lib/platform/config/env.ts';

/** Purposes of signatures. Each has its own key, so a signature for one is invalid for another. */
export type Purpose =
  | 'csrf'
  | 'file-link'
  | 'upload-signature'
  | 'receipt'
  | 'lead-receipt'
  | 'lead-ref'
  | 'draft'
  | 'resume'
  | 'issued'
  /** Hashes e-mails and IPs. A new name would change all stored hashes. */
  | 'address'
  | 'one-time-code'
  | 'first-session'
  | 'password-reset'
  | 'oauth'
  | 'google-join'
  | 'second-step'
  | 'totp'
  | 'recovery-codes'
  | 'passkey'
  | 'etag'
  | 'share'
  | 'share-password'
  | 'share-code'
  | 'share-sending'
  | 'upload-sending'
  | 'alert-mails'
  | 'calendar'
  | 'payment-request'
  | 'not-me'
  | 'email-undo'
  | 'invitation'
  | 'erasure'
  | 'audit-day';

/** Returns an HMAC-SHA256 under the key of a purpose, as base64url (43 characters). */
export function sign(purpose: Purpose, text: string): string {
  return signWith(getEnv().appSecret, purpose, text);
}

/** Returns all valid signatures: under the current secret and under each `APP_SECRET_PREVIOUS`. */
export function listSignatures(purpose: Purpose, text: string): string[] {
  return appSecrets().map((secret) => signWith(secret, purpose, text));
}

/** Returns whether `signature` is a valid one of `text`. Compares in constant time. */
export function verifySignature(purpose: Purpose, text: string, signature: string): boolean {
  return appSecrets().some((secret) => safeEqual(signWith(secret, purpose, text), signature));
}

/**
 * Returns `<id>.<signature>`. The signature proves that we issued the id, so no token is stored.
 */
export function signedToken(purpose: Purpose, id: string): string {
  return `${id}.${sign(purpose, id)}`;
}

/** Returns the id in a token of `signedToken`, or null if the signature is invalid. */
export function verifySignedToken(purpose: Purpose, token: string | undefined): string | null {
  const dot = token?.lastIndexOf('.') ?? -1;
  if (!token || dot < 1) return null;
  const id = token.slice(0, dot);
  return verifySignature(purpose, id, token.slice(dot + 1)) ? id : null;
}

/** Returns SHA-256 as hex, the form in which random tokens are stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Compares two texts of any length in constant time. */
export function safeEqual(a: string, b: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(a), digest(b));
}

/** Keys are cached as objects, because `createHmac` takes six times as long with bytes. */
const keys = new Map<string, KeyObject>();

function signWith(secret: string, purpose: Purpose, text: string): string {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url');
}

/** Returns the current secret and then the previous ones. */
export function appSecrets(): string[] {
  const { appSecret, previousAppSecrets } = getEnv();
  return [appSecret, ...previousAppSecrets];
}

/** Derives the 32-byte key of a purpose from a secret (HKDF-SHA256). */
export function deriveKey(secret: string, purpose: string): KeyObject {
  const id = `${purpose}:${secret}`;
  const cachedKey = keys.get(id);
  if (cachedKey) return cachedKey;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'resguardo', purpose, 32)));
  keys.set(id, key);
  return key;
}
