import { randomFillSync } from 'node:crypto';

export type Branded<T, Name extends string> = T & { readonly __brand: Name };

/** 32 random bytes as base64url (43 characters): for what must not be guessed. */
export function randomToken(): string {
  return random(32, 'base64url');
}

/** 16 random bytes as base64url (22 characters): for identifiers. */
export function randomId(): string {
  return random(16, 'base64url');
}

export function randomNonce(): string {
  return random(16, 'base64');
}

/** Drawn from the system 4 KiB at a time, a tenth of the time; used bytes are wiped. */
const pool = Buffer.alloc(4096);
let next = pool.length;

function random(bytes: number, encoding: 'base64' | 'base64url'): string {
  if (next + bytes > pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  const text = pool.toString(encoding, next, next + bytes);
  pool.fill(0, next, next + bytes);
  next += bytes;
  return text;
}

/** The caller's own id when it is 8–64 characters of `[A-Za-z0-9_-]`, else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomId();
}
