import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Sending } from '#lib/platform/storage/sending.ts';

/** Keys are opaque and random. A store that fails throws `AppError('unavailable')`. */
export type Storage = {
  kind: 'local' | 's3';
  /** Stores the file at `path` (durable when it resolves) and consumes it on success. */
  putFile(key: string, path: string, meta: FileMeta): Promise<void>;
  head(key: string): Promise<{ size: number } | null>;
  /** Returns null when absent. `range` includes both ends. Past the end it is empty. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Reads a range within the file for sending it on. */
  send(key: string, range: ByteRange): Promise<Sending | null>;
  /** The key may be absent. */
  remove(key: string): Promise<void>;
  /** Returns an address that answers `method` with the file as an attachment, or null. */
  presignGet(key: string, options: PresignedDownload): Promise<string | null>;
  /** Returns an address that takes a PUT of the file, of `size` bytes if given, or null. */
  presignPut(key: string, options: PresignedUpload): Promise<string | null>;
  /** Lists objects whose key begins so. The local store, which is the app's alone, lists all. */
  list(prefixes: readonly string[]): AsyncIterable<StoredObject>;
  /** Returns the name of a key in `list`, as the local store forgets the keys themselves. */
  nameOf(key: string): string;
  /** Throws when the store is out of reach, within 2 s. */
  ping(): Promise<void>;
};

/** A store as it is below, which also gives one version of an object to readers of parts. */
export type ObjectStore = Storage & {
  open(key: string, bytes: number): Promise<OneVersion | null>;
};
/** Reads fail when the object was replaced. One `send` or `close` ends it. */
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
/** A file with `fileKey` is already sealed under it (`receiveFile`), but for its header. */
export type FileMeta = { contentType: string; size: number; fileKey?: KeyObject };
/** Both ends are included. A store that reports another size than `of` fails. */
export type ByteRange = { start: number; end: number; of?: number };
export type PresignedUpload = { size: number | undefined; expiresInSeconds: number };
export type PresignedDownload = {
  /** A store refuses any other method. */
  method: 'GET' | 'HEAD';
  fileName: string;
  contentType: string;
  expiresInSeconds: number;
};
