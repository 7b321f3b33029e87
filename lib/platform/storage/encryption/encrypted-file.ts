import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';

/**
 * The format of encrypted files: a header and chunks, under AES-256-GCM with a key of the file's
 * own. The header holds that key, encrypted under a master key and bound to size and name. The
 * nonce of a chunk is its index, so a file that was cut, extended, renamed or reordered is refused.
 * The header in bytes: mark 8 · id of the master key 8 · size 8 · nonce 12 · wrapped key 32 · tag
 * 16.
 */
const MARK = Buffer.from('\x93RSG\r\n\x1a\x01', 'latin1');
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const BOUND_BYTES = 24;
const NONCE_BYTES = 12;
export const HEADER_BYTES = BOUND_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const CHUNK_BYTES = 64 * 1024;
/** Plain bytes per chunk. With its tag a chunk has 64 KiB, so that reads are aligned. */
const PLAIN_CHUNK_BYTES = CHUNK_BYTES - TAG_BYTES;
const CIPHER = 'aes-256-gcm';

export type MasterKey = { id: string; key: KeyObject };
type OpenedHeader = { fileKey: KeyObject; size: number };

export function createMasterKey(bytes: Buffer): MasterKey {
  const id = hash('sha256', Buffer.concat([Buffer.from('resguardo key '), bytes]), 'hex');
  return { id: id.slice(0, 16), key: createSecretKey(bytes) };
}

export function encryptedSize(size: number): number {
  return HEADER_BYTES + size + Math.max(1, Math.ceil(size / PLAIN_CHUNK_BYTES)) * TAG_BYTES;
}

/** Returns the id of the master key in a file's header, or null if the file is not encrypted. */
export function keyIdOf(beginning: Buffer): string | null {
  const isEncrypted =
    beginning.length >= HEADER_BYTES && beginning.subarray(0, MARK.length).equals(MARK);
  return isEncrypted ? beginning.toString('hex', MARK.length, 16) : null;
}

export function buildHeader(
  master: MasterKey,
  name: string,
  { fileKey, size }: OpenedHeader,
): Buffer {
  const boundBytes = Buffer.alloc(BOUND_BYTES);
  MARK.copy(boundBytes);
  boundBytes.write(master.id, MARK.length, 'hex');
  boundBytes.writeBigUInt64BE(BigInt(size), 16);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, master.key, nonce);
  cipher.setAAD(Buffer.concat([boundBytes, Buffer.from(name)]));
  const wrappedKey = Buffer.concat([cipher.update(fileKey.export()), cipher.final()]);
  return Buffer.concat([boundBytes, nonce, wrappedKey, cipher.getAuthTag()]);
}

/** Decrypts a file's header. Throws `unavailable` for an unknown master key or a wrong name. */
export function openHeader(
  header: Buffer,
  name: string,
  masters: readonly MasterKey[],
): OpenedHeader {
  const id = keyIdOf(header);
  const master = masters.find((key) => key.id === id);
  if (!master) throw decryptionError(`is sealed under the key ${id}, which is not known`);
  const boundBytes = header.subarray(0, BOUND_BYTES);
  const decipher = createDecipheriv(
    CIPHER,
    master.key,
    header.subarray(BOUND_BYTES, BOUND_BYTES + NONCE_BYTES),
  );
  decipher.setAAD(Buffer.concat([boundBytes, Buffer.from(name)]));
  decipher.setAuthTag(header.subarray(HEADER_BYTES - TAG_BYTES, HEADER_BYTES));
  try {
    const fileKey = decipher.update(
      header.subarray(BOUND_BYTES + NONCE_BYTES, HEADER_BYTES - TAG_BYTES),
    );
    decipher.final();
    return { fileKey: createSecretKey(fileKey), size: Number(boundBytes.readBigUInt64BE(16)) };
  } catch {
    throw decryptionError('has a header that does not open');
  }
}

/**
 * Starts the encryption of a stream. `add` returns encrypted bytes to write, and `end` returns the
 * last of them. The header, which contains `fileKey`, must be written before them.
 */
export function startEncryption() {
  const fileKey = createSecretKey(randomBytes(KEY_BYTES));
  const beginChunk = (index: number) => createCipheriv(CIPHER, fileKey, nonceOf(index));
  let index = 0;
  let bytesLeft = PLAIN_CHUNK_BYTES;
  let cipher = beginChunk(index);
  const end = () => [cipher.final(), cipher.getAuthTag()];
  return {
    fileKey,
    end,
    add: (bytes: Uint8Array): Uint8Array[] => {
      const chunks: Uint8Array[] = [];
      for (let rest = bytes; rest.length > 0; ) {
        if (bytesLeft === 0) {
          chunks.push(...end());
          index += 1;
          cipher = beginChunk(index);
          bytesLeft = PLAIN_CHUNK_BYTES;
        }
        const part = rest.subarray(0, bytesLeft);
        chunks.push(cipher.update(part));
        bytesLeft -= part.length;
        rest = rest.subarray(part.length);
      }
      return chunks;
    },
  };
}

/** Returns the range of stored bytes that contains a range of plain bytes. */
export function storedRange(size: number, { start, end }: ByteRange): ByteRange {
  const last = HEADER_BYTES + (Math.floor(end / PLAIN_CHUNK_BYTES) + 1) * CHUNK_BYTES;
  return {
    start: HEADER_BYTES + Math.floor(start / PLAIN_CHUNK_BYTES) * CHUNK_BYTES,
    end: Math.min(last, encryptedSize(size)) - 1,
  };
}

/**
 * Decrypts a range from the bytes of its `storedRange`. A chunk is authenticated before it is
 * yielded.
 */
export async function* openChunks(
  storedBytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  { fileKey, size }: OpenedHeader,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let index = Math.floor(start / PLAIN_CHUNK_BYTES);
  let parts: Buffer[] = [];
  let missingBytes = lengthAt(index, size);
  for await (const bytes of storedBytes) {
    for (let rest = bytes; rest.length > 0; ) {
      const part = rest.subarray(0, missingBytes);
      if (part.length === 0) throw decryptionError('is longer than it was');
      parts.push(part);
      missingBytes -= part.length;
      rest = rest.subarray(part.length);
      if (missingBytes > 0) break;
      const chunk = openChunk(fileKey, index, parts.length > 1 ? Buffer.concat(parts) : part);
      const offset = index * PLAIN_CHUNK_BYTES;
      yield chunk.subarray(Math.max(0, start - offset), end + 1 - offset);
      index += 1;
      parts = [];
      missingBytes = lengthAt(index, size);
    }
  }
  if (index * PLAIN_CHUNK_BYTES <= end) throw decryptionError('is shorter than it was');
}

function lengthAt(index: number, size: number): number {
  const bytesLeft = Math.min(PLAIN_CHUNK_BYTES, size - index * PLAIN_CHUNK_BYTES);
  return bytesLeft > 0 || index === 0 ? bytesLeft + TAG_BYTES : 0;
}

function openChunk(fileKey: KeyObject, index: number, chunk: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, fileKey, nonceOf(index));
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw decryptionError(`has been altered in its chunk ${index}`);
  }
  return plain;
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 4);
  return nonce;
}

const ERROR_NAME = 'DoesNotOpen';

export function decryptionError(reason: string): AppError {
  const cause = Object.assign(new Error(`a stored file ${reason}`), { name: ERROR_NAME });
  return new AppError('unavailable', { cause });
}

/** Returns whether an error means that a file cannot be decrypted, unlike an outage. */
export function isUndecryptable(error: unknown): boolean {
  const { cause } = error instanceof AppError ? error.detail : {};
  return cause instanceof Error && cause.name === ERROR_NAME;
}
