import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { appSecrets, deriveKey } from '#lib/platform/security/secrets.ts';

/**
 * Purposes of encrypted texts. Each has its own key, so a text for one cannot be used for another.
 */
type EncryptionPurpose = 'totp' | 'totp-setup' | 'recovery-codes';

const FORMAT = '1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with AES-256-GCM, bound to `subject`. Returns `<format>.<key id>.<bytes>`. */
export function encryptText(purpose: EncryptionPurpose, subject: string, text: string): string {
  const [secret = ''] = appSecrets();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, `sealed ${purpose}`), nonce);
  cipher.setAAD(Buffer.from(subject));
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()]);
  const payload = Buffer.concat([bytes, cipher.getAuthTag()]).toString('base64url');
  return `${FORMAT}.${idOf(secret)}.${payload}`;
}

/**
 * Decrypts a text. Returns null if it was altered or belongs to another purpose, `subject` or
 * secret.
 */
export function decryptText(
  purpose: EncryptionPurpose,
  subject: string,
  encryptedText: string,
): string | null {
  const [format, id, payload = ''] = encryptedText.split('.');
  const secret = appSecrets().find((candidate) => idOf(candidate) === id);
  const bytes = Buffer.from(payload, 'base64url');
  if (format !== FORMAT || secret === undefined || bytes.length < NONCE_BYTES + TAG_BYTES)
    return null;
  const key = deriveKey(secret, `sealed ${purpose}`);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(subject));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Returns whether a text is encrypted under the current secret. Others are encrypted again. */
export function isUnderCurrentSecret(encryptedText: string): boolean {
  return encryptedText.startsWith(`${FORMAT}.${idOf(appSecrets()[0] ?? '')}.`);
}

function idOf(secret: string): string {
  return hash('sha256', deriveKey(secret, 'sealed id').export(), 'base64url').slice(0, 8);
}
