import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  sign,
  signedToken,
  verifySignature,
  verifySignedToken,
} from '#lib/platform/security/secrets.ts';

const FILES = '/api/guarantees/files/';
/** How long a PUT URL accepts a file. */
export const PUT_SECONDS = 15 * 60;

/**
 * Returns the download URL of an attachment. Its token is the signed id, so it need not be stored.
 */
export function downloadUrlOf(id: string): string {
  return `${getEnv().appUrl}${FILES}${signedToken('file-link', id)}`;
}

export function uploadIdOfToken(token: string): string | null {
  return verifySignedToken('file-link', token);
}

/**
 * Returns the id of the upload in a download URL, or null for any other URL. Throws `not_found` if
 * the token is forged.
 */
export function uploadIdOfUrl(text: string): string | null {
  const base = new URL(`${getEnv().appUrl}${FILES}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const isExact = url.href === `${base.href}${url.pathname.slice(base.pathname.length)}`;
  const id = isExact ? uploadIdOfToken(url.pathname.slice(base.pathname.length)) : null;
  if (!id) throw new AppError('not_found');
  return id;
}

/** Returns the id of the upload that a download URL names, or else the text itself. */
export function uploadIdFrom(text: string): string {
  try {
    return uploadIdOfUrl(text) ?? text;
  } catch {
    return text;
  }
}

/** Returns a URL of the app that accepts a PUT, for local or encrypted storage. */
export function signedPutUrl(id: string, now: number): string {
  const expires = String(Math.floor(now / 1000) + PUT_SECONDS);
  const signature = sign('upload-signature', `${id}.${expires}`);
  return `${getEnv().appUrl}/api/guarantees/uploads/${id}?expires=${expires}&signature=${signature}`;
}

/** Checks the signature of a PUT URL. Throws `forbidden` if it is wrong or has expired. */
export function checkSignature(id: string, expires: string, signature: string, now: number): void {
  const isGenuine = verifySignature('upload-signature', `${id}.${expires}`, signature);
  if (isGenuine && Number(expires) * 1000 > now) return;
  throw new AppError('forbidden', {
    message: 'Esta dirección para subir el archivo no es válida o ya venció. Pide una nueva.',
  });
}
