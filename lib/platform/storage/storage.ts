import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ByteStream } from '#lib/platform/storage/sending.ts';

/** A store for files under random keys. Its failures throw `AppError('unavailable')`. */
export type Storage = {
  kind: 'local' | 's3';
  /** Stores the file at `path` durably and then removes it from there. */
  putFile(key: string, path: string, meta: FileMeta): Promise<void>;
  head(key: string): Promise<{ size: number } | null>;
  /**
   * Opens an object for reading, or returns null if there is none. `range` includes both ends.
   * Beyond the end it is empty.
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Reads a range that lies within the object, to send it on. */
  send(key: string, range: ByteRange): Promise<ByteStream | null>;
  /** Removes an object. Succeeds if there is none. */
  remove(key: string): Promise<void>;
  /** Returns a URL that downloads the object as an attachment, or null if the store has no URLs. */
  presignGet(key: string, options: PresignedDownload): Promise<string | null>;
  /** Returns a URL to which a browser can PUT `size` bytes, or null if the store has no URLs. */
  presignPut(key: string, options: PresignedUpload): Promise<string | null>;
  /** Lists objects by prefixes of their keys. The local store ignores prefixes and lists all. */
  list(prefixes: readonly string[]): AsyncIterable<StoredObject>;
  /**
   * Returns the name under which `list` returns a key: the local store only knows hashes of keys.
   */
  nameOf(key: string): string;
  /** Throws when the store does not answer within 2 s. */
  ping(): Promise<void>;
};

/** A store without encryption that can also open a fixed version of an object. */
export type ObjectStore = Storage & {
  open(key: string, bytes: number): Promise<PinnedObject | null>;
};
/**
 * An object as it was when it was opened. If it is replaced, reads fail. Call `send` or `close`
 * once.
 */
export type PinnedObject = {
  size: number;
  /** The first bytes of the object, up to the requested number. */
  beginning: Buffer;
  send: (range: ByteRange) => Promise<ByteStream>;
  close: () => void;
};

export type StoredObject = {
  name: string;
  /** Size in the store, including header and tags of the encryption. */
  size: number;
  modifiedAt: number;
  remove: () => Promise<void>;
};
/**
 * If `fileKey` is set, `receiveFile` encrypted the file under that key and the header is still
 * missing.
 */
type FileMeta = { contentType: string; size: number; fileKey?: KeyObject };
/**
 * A range of bytes, including both ends. If `totalSize` is set, an object of another size is an
 * error.
 */
export type ByteRange = { start: number; end: number; totalSize?: number };
type PresignedUpload = { size: number | undefined; expiresInSeconds: number };
type PresignedDownload = {
  /** The URL is valid for this method only. */
  method: 'GET' | 'HEAD';
  fileName: string;
  contentType: string;
  expiresInSeconds: number;
};
