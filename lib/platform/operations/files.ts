import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import { acceptedTypes } from '#lib/platform/storage/judging/file-kinds.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import type { Sending } from '#lib/platform/storage/sending.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';
import type { WholeBody } from '#lib/platform/web/content.ts';

/** Files as operations answer and receive them: data, which `lib/http` sends and reads. */

export type StoredFile = {
  objectKey: string;
  fileName: string;
  contentType: string;
  size: number;
};

type Disposition = 'attachment' | 'inline';

/** A file of the store, which is sent in parts where they are requested. */
export type KeptFile = {
  file: StoredFile;
  disposition: Disposition;
  /** The refusal for an object that is gone from the store; `not_found` when absent. */
  missing?: ErrorCode;
  /** Runs once there are bytes to send; an error that it throws is answered instead. */
  onSend?: (part: 'whole' | ByteRange) => Promise<void>;
};

export type Content = WholeBody | Sending | AsyncIterable<string | Uint8Array>;

/** A file that is made for its reader. Content without a name is text to read, and no file to save. */
export type MadeFile = {
  /** As a function it is not even begun for a HEAD. */
  content: Content | (() => Promise<Content>);
  type: string;
  name?: string;
  /** `attachment` when absent. */
  disposition?: Disposition;
  onSend?: () => Promise<void>;
};

/** The file is somewhere else, or there is a page instead. */
export type Redirect = { redirect: string };

export type FileAnswer = KeptFile | MadeFile | Redirect;

/** The kinds that a stored file may have, or no kind at all where it is only to be saved. */
export const fileTypes: readonly string[] = ['application/octet-stream', ...acceptedTypes];

export type MultipartFile = BufferedFile & { field: string; fileName: string };
export type Multipart = { fields: Record<string, string>; files: MultipartFile[] };

export type MultipartOptions = {
  fields: readonly string[];
  fileFields: readonly string[];
  /** How many files a field may have; one when absent. */
  each?: number | undefined;
  inAll?: number;
  /** Gets each field as it is read, so that what came before a refused file is not lost with it. */
  typed?: Record<string, string> | undefined;
};

/**
 * The body of an upload, to be read once: handlers decide when, because its fields may hang on
 * stored data. Both throw `payload_too_large` above the largest upload.
 */
export type Received = {
  form: (options: MultipartOptions) => Promise<Multipart>;
  bytes: () => Promise<BufferedFile>;
};

export function tooMany(each: number): string {
  return each === 1 ? 'Envía un solo archivo.' : `Envía hasta ${each} archivos a la vez.`;
}
