import { z } from 'zod';
import type {
  AnyOperation,
  Auth,
  CtxOf,
  Operation,
  RequestCtx,
  StreamOperation,
} from '#lib/platform/operation.ts';

/** The fields of a native form as the browser sent them. */
export type Fields = Record<string, string>;

/** An operation's other door: a page's form, posted to `/f` and this path. */
export type Form = {
  path: `/${string}`;
  operation: AnyOperation;
  back: (path: string, fields: Fields) => string;
  /** `?…` and `#…` are places on the form's own page. */
  to: (done: Done<never, never>) => string;
  keep?: readonly string[] | undefined;
};

/** What was done: the operation's reply, what it was given, and what was typed. */
type Done<R, B> = { reply: R; body: B; fields: Fields; page: string; ctx: RequestCtx };

type Page = {
  /** Where it differs from the operation's. What it names no parameter for comes from the fields. */
  path?: `/${string}`;
  /** The page that a refusal goes back to; without it the path less its last segment. */
  back?: (path: string, fields: Fields) => string;
  /** Fields that a refusal brings back (`doc-*`: all that begin so); never passwords or codes. */
  keep?: readonly string[];
};

type Replaced<A extends Auth, P, B> = {
  repeats?: (input: { body: B }) => Promise<boolean>;
  handler: (ctx: CtxOf<A>, input: { params: P; body: B }) => Promise<string>;
};

/** Of an operation that only a form has: its reply says where to go. */
export function form<A extends Auth, P, Q, B>(
  operation:
    | Operation<A, P, Q, unknown, B, { location: string }>
    | StreamOperation<A, P, Q, { location: string }>,
  page?: Page,
): Form;
/** Of an operation of the API; `body` reads the page's fields as what the operation takes. */
export function form<A extends Auth, P, Q, B, R>(
  operation: Operation<A, P, Q, unknown, B, R> | StreamOperation<A, P, Q, R>,
  page: Page & {
    body?: z.ZodType<NoInfer<B>>;
    to: string | ((done: Done<NoInfer<R>, NoInfer<B>>) => string);
  },
): Form;
/** The same rights and limits as an operation of the API, for what a page asks in its own way. */
export function form<A extends Auth, P, Q, H, B, R, T>(
  operation: Operation<A, P, Q, H, B, R>,
  page: Page & { body?: z.ZodType<T> } & Replaced<A, P, T>,
): Form;
export function form(
  // The form door has its own check of where a request comes from, and no headers of its own.
  { csrf: _, headers: __, repeats: ___, ...operation }: AnyOperation,
  { path = operation.path, back = parentPath, keep, to, ...replaced }: Page & Parts = {},
): Form {
  const own = { ...operation, ...replaced };
  if (replaced.handler) {
    return {
      path,
      operation: { ...own, reply: z.string() },
      back,
      to: ({ reply }) => reply,
      keep,
    };
  }
  const place = typeof to === 'string' ? () => to : to;
  const replied = ({ reply }: Done<{ location: string }, never>) => reply.location;
  return { path, operation: own, back, to: place ?? replied, keep };
}

type Parts = Partial<Pick<AnyOperation, 'body' | 'repeats' | 'handler'>> & {
  to?: string | Form['to'];
};

/** `/a/b/guardar` → `/a/b`. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
