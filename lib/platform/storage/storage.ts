import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ByteStream } from '#lib/platform/storage/sending.ts';

/** Store for files. Keys are random. Failures of the store throw `AppError('unavailable')`. */
export type Storage = {
  kind: 'local' | 's3';
  /** Stores the file at `path` durably, and removes it there on success. */
  putFile(key: string, path: string, meta: FileMeta): Promise<void>;
  head(key: string): Promise<{ size: number } | null>;
  /** Reads an object, null if absent. `range` includes both ends; beyond the end it is empty. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Reads a range within the file for sending it on. */
  send(key: string, range: ByteRange): Promise<ByteStream | null>;
  /** The key may be absent. */
  remove(key: string): Promise<void>;
  /** Returns a URL for downloading the file as an attachment, or null if not supported. */
  presignGet(key: string, options: PresignedDownload): Promise<string | null>;
  /** Returns a URL for a PUT of the file, limited to `size` bytes if given, or null. */
  presignPut(key: string, options: PresignedUpload): Promise<string | null>;
  /** Lists objects by prefixes of their keys. The local store ignores prefixes and lists all. */
  list(prefixes: readonly string[]): AsyncIterable<StoredObject>;
  /** Returns the name that `list` gives for a key, since the local store keeps only hashes. */
  nameOf(key: string): string;
  /** Throws when the store does not answer within 2 s. */
  ping(): Promise<void>;
};

/** A store without encryption, which can also open a fixed version of an object. */
export type ObjectStore = Storage & {
  open(key: string, bytes: number): Promise<OneVersion | null>;
};
/** An object as it was when opened: reads fail once it is replaced. Call `send` or `close` once. */
export type OneVersion = {
  size: number;
  /** First bytes of the object, up to the requested number. */
  beginning: Buffer;
  send: (range: ByteRange) => Promise<ByteStream>;
  close: () => void;
};

export type StoredObject = {
  name: string;
  /** Size in the store, with encryption. */
  size: number;
  modifiedAt: number;
  remove: () => Promise<void>;
};
/** A file with `fileKey` was encrypted with it by `receiveFile`, but has no header yet. */
export type FileMeta = { contentType: string; size: number; fileKey?: KeyObject };
/** A range of bytes with both ends. `of` is the object's expected size: any other is an error. */
export type ByteRange = { start: number; end: number; totalSize?: number };
export type PresignedUpload = { size: number | undefined; expiresInSeconds: number };
export type PresignedDownload = {
  /** The URL is valid for this method only. */
  method: 'GET' | 'HEAD';
  fileName: string;
  contentType: string;
  expiresInSeconds: number;
};
