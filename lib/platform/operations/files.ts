import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import { acceptedTypes } from '#lib/platform/storage/judging/file-kinds.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import type { Sending } from '#lib/platform/storage/sending.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';
import type { WholeBody } from '#lib/platform/web/content.ts';

/** Operations return and receive files as this data, which `lib/http` sends and reads. */

export type StoredFile = {
  objectKey: string;
  fileName: string;
  contentType: string;
  size: number;
};

type Disposition = 'attachment' | 'inline';

/** A file of the store, which is sent in parts when they are requested. */
export type KeptFile = {
  file: StoredFile;
  disposition: Disposition;
  /** It is the refusal for an object that is gone from the store, by default `not_found`. */
  missing?: ErrorCode;
  /** Runs once there are bytes to send. An error that it throws becomes the reply. */
  onSend?: (part: 'whole' | ByteRange) => Promise<void>;
};

export type Content = WholeBody | Sending | AsyncIterable<string | Uint8Array>;

/** A file that is made for its reader. Content without a name is text to read. */
export type MadeFile = {
  /** A function does not begin for a HEAD. */
  content: Content | (() => Promise<Content>);
  type: string;
  name?: string;
  /** The default is `attachment`. */
  disposition?: Disposition;
  onSend?: () => Promise<void>;
};

/** The file is somewhere else, or there is a page instead. */
export type Redirect = { redirect: string };

export type FileAnswer = KeptFile | MadeFile | Redirect;

/** A stored file has one of these types, or none when it can only be saved. */
export const fileTypes: readonly string[] = ['application/octet-stream', ...acceptedTypes];

/** Replies of a JSON operation with this in `alsoAnswers` carry a strong `ETag`. */
export const unchanged = { 304: 'The copy named by `If-None-Match` is still good.' };

/** An operation that returns a file of the store has these statuses beside 200. */
export const fileAnswers = {
  206: 'The part that `Range` asks for; several ranges at once get the whole file.',
  ...unchanged,
  416: 'The file is shorter: `Content-Range` says how long it is.',
};

/** A download with a `page` has this in `alsoAnswers`. */
export const toProof = {
  303: 'To a browser instead of `proof_required`: the page that asks for the proof.',
};

export type MultipartFile = BufferedFile & { field: string; fileName: string };
export type Multipart = { fields: Record<string, string>; files: MultipartFile[] };

export type MultipartOptions = {
  fields: readonly string[];
  fileFields: readonly string[];
  /** A field may have so many files, by default one. */
  each?: number | undefined;
  inAll?: number;
  /** It gets each field as it is read, so that a refused file does not lose earlier ones. */
  typed?: Record<string, string> | undefined;
};

/**
 * The body of an upload can be read once. Handlers decide when, because its fields may depend on
 * stored data. Both throw `payload_too_large` above the largest upload.
 */
export type Received = {
  form: (options: MultipartOptions) => Promise<Multipart>;
  bytes: () => Promise<BufferedFile>;
};

export function tooMany(each: number): string {
  return each === 1 ? 'Envía un solo archivo.' : `Envía hasta ${each} archivos a la vez.`;
}
