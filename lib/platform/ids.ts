import { randomBytes } from 'node:crypto';

/** A value of type T that only its own minting function can make. */
export type Branded<T, Name extends string> = T & { readonly __brand: Name };

/** 32 random bytes as base64url (43 characters): for what must not be guessed. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** 16 random bytes as base64url (22 characters): for identifiers. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}
