import type { z } from 'zod';
import type {
  AnyOperation,
  Auth,
  CtxOf,
  RequestCtx,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';

export type Fields = Record<string, string>;

type Done<R, B> = { reply: R; body: B; fields: Fields; page: string; ctx: RequestCtx };

export type FormPage = {
  /** Page to return to after a refusal, by default the path without its last segment. */
  back?: (path: string, fields: Fields) => string;
  /** Fields to show again after a refusal. `doc-*` is a prefix. List no passwords or codes. */
  keep?: readonly string[];
  /** Messages for secrets that have to be typed again after a refusal. */
  again?: Readonly<Record<string, string>>;
};

export type Reading<R, B> = {
  body?: z.ZodType<B>;
  to: string | ((done: Done<R, B>) => string);
};

export type Acting<A extends Auth, P, B> = {
  body?: z.ZodType<B>;
  repeats?: (input: { body: B }) => Promise<boolean>;
  handler: (
    ctx: CtxOf<A>,
    input: { params: P; body: B },
  ) => Promise<z.infer<typeof redirectAddress>>;
};

/** A form of a page and the operation that it posts to. */
export type Form = Required<Omit<FormPage, 'keep' | 'again'>> &
  Pick<FormPage, 'keep' | 'again'> & { operation: AnyOperation; to: Reading<never, never>['to'] };

/** Returns `/a/b` for `/a/b/guardar`. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
