import type { z } from 'zod';
import {
  type AnyOperation,
  type Auth,
  type CtxOf,
  goTo,
  type Operation,
  type RequestCtx,
  type StreamOperation,
} from '#lib/platform/operations/operation.ts';

export type Fields = Record<string, string>;

type Done<R, B> = { reply: R; body: B; fields: Fields; page: string; ctx: RequestCtx };

type Page = {
  /** Where it differs from the operation's. What it names no parameter for comes from the fields. */
  path?: `/${string}`;
  /** The page that a refusal goes back to; without it the path less its last segment. */
  back?: (path: string, fields: Fields) => string;
  /** Fields that a refusal brings back (`doc-*`: all that begin so); never passwords or codes. */
  keep?: readonly string[];
  /** Secrets that must not be forgotten in silence: what a refusal says of one that was typed. */
  again?: Readonly<Record<string, string>>;
};

type Reading<R, B> = {
  body?: z.ZodType<B>;
  to: string | ((done: Done<R, B>) => string);
};

type Acting<A extends Auth, P, B> = {
  body?: z.ZodType<B>;
  repeats?: (input: { body: B }) => Promise<boolean>;
  handler: (ctx: CtxOf<A>, input: { params: P; body: B }) => Promise<z.infer<typeof goTo>>;
};

/** An operation's other door: a page's form, posted to `/f` and this path. */
export type Form = Required<Omit<Page, 'keep' | 'again'>> &
  Pick<Page, 'keep' | 'again'> & { operation: AnyOperation; to: Reading<never, never>['to'] };

/** Of an operation that only a form has: its reply says where to go. */
export function form<A extends Auth, P, Q, B>(
  operation:
    | Operation<A, P, Q, unknown, B, z.infer<typeof goTo>>
    | StreamOperation<A, P, Q, z.infer<typeof goTo>>,
  page?: Page,
): Form;
/** Of an operation of the API; `body` reads the page's fields as what the operation takes. */
export function form<A extends Auth, P, Q, B, R>(
  operation: Operation<A, P, Q, unknown, B, R> | StreamOperation<A, P, Q, R>,
  page: Page & Reading<NoInfer<R>, NoInfer<B>>,
): Form;
/** The same rights and limits as an operation of the API, for what a page asks in its own way. */
export function form<A extends Auth, P, Q, H, B, R, T>(
  operation: Operation<A, P, Q, H, B, R>,
  page: Page & Acting<A, P, T>,
): Form;
export function form(
  // The form door has its own check of where a request comes from, and no headers of its own.
  { csrf: _, headers: __, repeats: ___, ...operation }: AnyOperation,
  page: Page & Partial<Pick<AnyOperation, 'body' | 'handler' | 'repeats'> & Pick<Form, 'to'>> = {},
): Form {
  const { path = operation.path, back = parentPath, keep, again, to, ...own } = page;
  const reply = own.handler ? goTo : operation.reply;
  return {
    path,
    operation: { ...operation, ...own, reply },
    back,
    to: to ?? (({ reply }) => reply),
    ...(keep && { keep }),
    ...(again && { again }),
  };
}

/** `/a/b/guardar` → `/a/b`. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
