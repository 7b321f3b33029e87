import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import { acceptedTypes } from '#lib/platform/storage/inspection/file-kinds.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import type { ByteStream } from '#lib/platform/storage/sending.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';
import type { WholeBody } from '#lib/platform/web/content.ts';

// Operations receive and return files as data. `lib/http` turns them into requests and replies.

export type StoredFile = {
  objectKey: string;
  fileName: string;
  contentType: string;
  size: number;
};

type Disposition = 'attachment' | 'inline';

/** A reply with a stored file, whole or as the range that was requested. */
export type StoredFileReply = {
  file: StoredFile;
  disposition: Disposition;
  /** Error when the object is missing in the store. Default: `not_found`. */
  missingError?: ErrorCode;
  /** Runs before the first byte is sent. An error of it becomes the reply. */
  onSend?: (part: 'whole' | ByteRange) => Promise<void>;
};

type Content = WholeBody | ByteStream | AsyncIterable<string | Uint8Array>;

/** A reply with a generated file. Without `name` the browser shows it as text. */
export type GeneratedFileReply = {
  /** A function is not called for a HEAD request. */
  content: Content | (() => Promise<Content>);
  type: string;
  name?: string;
  /** Default: `attachment`. */
  disposition?: Disposition;
  onSend?: () => Promise<void>;
};

/** A reply that redirects the browser to another URL of the file, or to a page. */
type Redirect = { redirect: string };

export type FileReply = StoredFileReply | GeneratedFileReply | Redirect;

/**
 * Content types of stored files. `application/octet-stream` is for files that can only be
 * downloaded.
 */
export const fileTypes: readonly string[] = ['application/octet-stream', ...acceptedTypes];

/** Added to `errors` of operations that check an attachment. */
export const uploadErrors = ['invalid_file', 'payload_too_large', 'unavailable'] as const;

/** Added to `alsoAnswers` of a JSON operation. Its replies then get a strong `ETag`. */
export const notModifiedStatus = { 304: 'The copy named by `If-None-Match` is still good.' };

/** Added to `alsoAnswers` of operations that return a stored file. */
export const fileStatuses = {
  206: 'The part that `Range` asks for; several ranges at once get the whole file.',
  ...notModifiedStatus,
  416: 'The file is shorter: `Content-Range` says how long it is.',
};

/** Added to `alsoAnswers` of a download with a `page`. */
export const proofRedirect = {
  303: 'To a browser instead of `proof_required`: the page that asks for the proof.',
};

export type MultipartFile = BufferedFile & { field: string; fileName: string };
export type Multipart = { fields: Record<string, string>; files: MultipartFile[] };

export type MultipartOptions = {
  fields: readonly string[];
  fileFields: readonly string[];
  /** Maximum number of files per field. Default: 1. */
  maxPerField?: number | undefined;
  maxInAll?: number;
  /**
   * Receives each field as soon as it is read, so that a refused file does not lose earlier fields.
   */
  typed?: Record<string, string> | undefined;
};

/**
 * The body of an upload, which can be read once. Handlers read it themselves, because the expected
 * fields may depend on stored data. Throws `payload_too_large` above the upload limit.
 */
export type UploadBody = {
  /** Fields that the page shows again if the form is refused. A handler passes it to `form`. */
  typed: Record<string, string>;
  form: (options: MultipartOptions) => Promise<Multipart>;
  bytes: () => Promise<BufferedFile>;
};

export function tooManyFilesText(limit: number): string {
  return limit === 1 ? 'Envía un solo archivo.' : `Envía hasta ${limit} archivos a la vez.`;
}
