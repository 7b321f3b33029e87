import type { z } from 'zod';
import type { MultipartFile } from '#lib/platform/operations/files.ts';
import type {
  AnyValue,
  Auth,
  CtxOf,
  Endpoint,
  Input,
  Operation,
  RequestCtx,
  UploadOperation,
} from '#lib/platform/operations/operation.ts';

export type Fields = Record<string, string>;

type FormResult<R, B> = { reply: R; body: B; fields: Fields; page: string; ctx: RequestCtx };

export type FormPage = {
  /**
   * Returns the page to show after a refusal. By default it is the path without its last segment.
   */
  back?: (path: string, fields: Fields) => string;
  /**
   * Fields that are not in the schema and whose values are shown again after a refusal. An entry
   * that ends in `*` matches by prefix, such as `doc-*`.
   */
  keep?: readonly string[];
  /**
   * File fields that the form may send beside its body, as multipart. After all checks, the captcha
   * included, the handler gets them as `files`. They are deleted when the handler ends.
   */
  files?: readonly string[];
  /** Messages for secrets and files that have to be given again after a refusal. */
  retypeMessages?: Readonly<Record<string, string>>;
};

/** How a form uses an API operation: `body` converts its fields, `to` is the next page. */
export type FormMapping<R, B> = {
  body?: z.ZodType<B>;
  to: string | ((result: FormResult<R, B>) => string);
};

/** Destination after a form. `?…` and `#…` are relative to the form's own page. */
type Destination = string;
/** Parts of an operation that a form has too. */
type Access = 'auth' | 'allowsNoFactor' | 'sudo' | 'actsFor' | 'captcha' | 'limit';
type OwnPart = 'params' | 'query' | 'handler';

/** A form with a handler of its own, which returns the next page. */
export type OwnForm<A extends Auth, P, Q, B> = FormPage &
  Pick<
    Operation<A, P, Q, unknown, B, Destination>,
    Access | Exclude<OwnPart, 'handler'> | 'body' | 'repeats'
  > & {
    handler: (
      ctx: CtxOf<A>,
      input: Input<P, Q, unknown, B> & { files: readonly MultipartFile[] },
    ) => Promise<Destination>;
  };

/** A form with files, whose handler reads the body through `received`. */
export type OwnUploadForm<A extends Auth, P, Q> = FormPage &
  Pick<UploadOperation<A, P, Q, Destination>, Access | OwnPart | 'form'>;

export type FormDeclaration = Required<FormPage> & {
  /** Without a path if the form has a handler of its own. */
  operation: Omit<Endpoint, 'path'> & Partial<Pick<Endpoint, 'path'>>;
  to: FormMapping<AnyValue, AnyValue>['to'];
  /** Names of the schema's fields, in their order. Errors are shown in the same order. */
  order: readonly string[];
};

/** Returns `/a/b` for `/a/b/guardar`. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
