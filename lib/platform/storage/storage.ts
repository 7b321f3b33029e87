import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Sending } from '#lib/platform/storage/sending.ts';

/** Keys are opaque and random. A store that fails throws `AppError('unavailable')`. */
export type Storage = {
  kind: 'local' | 's3';
  /** Stores the file at `path` (durable when it resolves), which is consumed when it succeeds. */
  putFile(key: string, path: string, meta: FileMeta): Promise<void>;
  head(key: string): Promise<{ size: number } | null>;
  /** Null when absent. `range` is inclusive on both ends; past the end of the file it is empty. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** The same for sending it on; a range within the file. */
  send(key: string, range: ByteRange): Promise<Sending | null>;
  /** An absent key is fine. */
  remove(key: string): Promise<void>;
  /** An address that answers `method` with the file as an attachment; null: this store has none. */
  presignGet(key: string, options: PresignedDownload): Promise<string | null>;
  /** An address that takes a PUT of the file, of `size` bytes where it is given; null: none. */
  presignPut(key: string, options: PresignedUpload): Promise<string | null>;
  /** Every object whose key begins so; the local store, which is the app's alone, gives all. */
  list(prefixes: readonly string[]): AsyncIterable<StoredObject>;
  /** The name of a key in `list`: the local store forgets the keys themselves. */
  nameOf(key: string): string;
  /** Throws when the store is out of reach, within 2 s. */
  ping(): Promise<void>;
};

/** A store as it is below: it also gives one version of an object to readers of its parts. */
export type ObjectStore = Storage & {
  open(key: string, bytes: number): Promise<OneVersion | null>;
};
/** Fails when the object was replaced since. One `send` or `close` ends it. */
export type OneVersion = {
  size: number;
  /** The object begins with these bytes, as many as were requested and exist. */
  beginning: Buffer;
  send: (range: ByteRange) => Promise<Sending>;
  close: () => void;
};

export type StoredObject = {
  name: string;
  /** This is the size in the store, sealed or not. */
  size: number;
  modifiedAt: number;
  remove: () => Promise<void>;
};
/** `fileKey`: the file is sealed under it already (`receiveFile`), but for its header. */
export type FileMeta = { contentType: string; size: number; fileKey?: KeyObject };
/** Inclusive on both ends. `of`: how large the whole is known to be; a store that says other fails. */
export type ByteRange = { start: number; end: number; of?: number };
export type PresignedUpload = { size: number | undefined; expiresInSeconds: number };
export type PresignedDownload = {
  /** A store refuses any other. */
  method: 'GET' | 'HEAD';
  fileName: string;
  contentType: string;
  expiresInSeconds: number;
};
