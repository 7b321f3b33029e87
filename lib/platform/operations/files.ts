import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import { acceptedTypes } from '#lib/platform/storage/inspection/file-kinds.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import type { ByteStream } from '#lib/platform/storage/sending.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';
import type { WholeBody } from '#lib/platform/web/content.ts';

// Operations exchange files as data. `lib/http` sends and reads them.

export type StoredFile = {
  objectKey: string;
  fileName: string;
  contentType: string;
  size: number;
};

type Disposition = 'attachment' | 'inline';

/** A stored file, sent whole or as the requested range. */
export type KeptFile = {
  file: StoredFile;
  disposition: Disposition;
  /** Error if the object is missing in the store, by default `not_found`. */
  missing?: ErrorCode;
  /** Runs before the first byte is sent. An error thrown here becomes the reply. */
  onSend?: (part: 'whole' | ByteRange) => Promise<void>;
};

export type Content = WholeBody | ByteStream | AsyncIterable<string | Uint8Array>;

/** A generated file. Without `name` it is shown as text. */
export type MadeFile = {
  /** A function is not called for a HEAD request. */
  content: Content | (() => Promise<Content>);
  type: string;
  name?: string;
  /** The default is `attachment`. */
  disposition?: Disposition;
  onSend?: () => Promise<void>;
};

/** Sends the browser to another address of the file, or to a page. */
export type Redirect = { redirect: string };

export type FileAnswer = KeptFile | MadeFile | Redirect;

/** Content types of stored files. The first is for files that can only be downloaded. */
export const fileTypes: readonly string[] = ['application/octet-stream', ...acceptedTypes];

/** Put this in `alsoAnswers` of a JSON operation to give its replies a strong `ETag`. */
export const unchanged = { 304: 'The copy named by `If-None-Match` is still good.' };

/** Statuses beside 200 of operations that return a stored file. */
export const fileAnswers = {
  206: 'The part that `Range` asks for; several ranges at once get the whole file.',
  ...unchanged,
  416: 'The file is shorter: `Content-Range` says how long it is.',
};

/** Put this in `alsoAnswers` of a download with a `page`. */
export const proofRedirect = {
  303: 'To a browser instead of `proof_required`: the page that asks for the proof.',
};

export type MultipartFile = BufferedFile & { field: string; fileName: string };
export type Multipart = { fields: Record<string, string>; files: MultipartFile[] };

export type MultipartOptions = {
  fields: readonly string[];
  fileFields: readonly string[];
  /** Files per field, by default one. */
  maxPerField?: number | undefined;
  inAll?: number;
  /** Receives each field as it is read, so that earlier ones are kept if a file is refused. */
  typed?: Record<string, string> | undefined;
};

/**
 * Reads the body of an upload, which is possible once. Handlers decide when, because the expected
 * fields may depend on stored data. Throws `payload_too_large` above the largest upload.
 */
export type UploadBody = {
  form: (options: MultipartOptions) => Promise<Multipart>;
  bytes: () => Promise<BufferedFile>;
};

export function tooMany(limit: number): string {
  return limit === 1 ? 'Envía un solo archivo.' : `Envía hasta ${limit} archivos a la vez.`;
}
