import { z } from 'zod';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import type { FileAnswer, Received } from '#lib/platform/operations/files.ts';
import type { Branded } from '#lib/platform/security/ids.ts';

/** An endpoint, declared once for its JSON route, its form action and its OpenAPI entry. */

/** The client's address as `server.ts` established it, minted in `lib/http/server/client-address.ts`. */
export type ClientAddress = Branded<string, 'ClientAddress'>;

export type AccountId = Branded<string, 'AccountId'>;
export type Role = 'natural' | 'juridica' | 'admin';

export type RequestCtx = {
  requestId: string;
  address: ClientAddress;
  /** The `User-Agent`, at most 300 characters. */
  agent: string;
  /** The token of `Authorization: Bearer`, which only monitors send; empty without one. */
  bearer: string;
  /** Milliseconds since the epoch, one reading per request. */
  now: number;
  /** Of the arrival by the steady clock (`performance.now`), for durations only. */
  startedAt: number;
  cookies: {
    get: (name: string) => string | undefined;
    names: () => string[];
    /** HttpOnly, SameSite=Lax, Secure when the public address is https; age 0 removes it. */
    set: (name: string, value: string, maxAgeSeconds: number, path?: string) => void;
    /** Removes these, and what pages have stored in the browser. */
    clear: (names: Iterable<string>) => void;
  };
  out: {
    status: number;
    headers: Headers;
    /** How many seconds ago what is answered was fetched. */
    age?: number;
    /** What a multipart form had typed in it, which a refusal brings back to its page. */
    typed?: Record<string, string>;
  };
};

/** Reply of what only forms do: where to go; `?…` and `#…` are places on the form's own page. */
export const goTo = z.string();

/** Of `alsoAnswers`: with it, the replies of a JSON operation carry a strong `ETag`. */
export const unchanged = { 304: 'The copy named by `If-None-Match` is still good.' };

/** Statuses beside 200 of an operation that answers with a file of the store. */
export const fileAnswers = {
  206: 'The part that `Range` asks for; several ranges at once get the whole file.',
  ...unchanged,
  416: 'The file is shorter: `Content-Range` says how long it is.',
};

/** Of `alsoAnswers` of a download that names its `page`. */
export const toProof = {
  303: 'To a browser instead of `proof_required`: the page that asks for the proof.',
};

export type GuestCtx = RequestCtx & { auth: 'guest' };

/** A live session; ids are minted by `findSession` alone. */
export type MemberCtx = RequestCtx & {
  auth: 'member';
  accountId: AccountId;
  sessionId: string;
  email: string;
  role: Role;
};

export type AdminCtx = Omit<MemberCtx, 'auth'> & { auth: 'admin' };

export type Auth = 'guest' | 'member' | 'admin';
export type CtxOf<A extends Auth> = { guest: GuestCtx; member: MemberCtx; admin: AdminCtx }[A];

/** What a captcha was solved for, as its widget names it (`data-action`). */
export type CaptchaAction =
  | 'register'
  | 'verify'
  | 'login'
  | 'forgot-password'
  | 'contact'
  | 'submission'
  | 'resume';

/** `email` is the body's, as `emailSubject` writes it. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  per: 'address' | 'email' | 'email+address' | 'account';
};

/** Only for what costs nothing and reveals nothing; the reason is part of the declaration. */
export type Unlimited = { unlimited: string };

type Schemas<P, Q, H, B, R> = {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  headers?: z.ZodType<H>;
  body?: z.ZodType<B>;
  reply: z.ZodType<R>;
};

export type Input<P, Q, H, B> = { params: P; query: Q; headers: H; body: B };

type Declaration<A extends Auth, P, Q, H, B, R> = Schemas<P, Q, H, B, R> & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  auth: A;
  /** Of a guest operation: a session is needed unless this query parameter stands in for it. */
  sessionUnless?: string;
  /** What an admin may do before there is a second factor. */
  enrols?: true;
  /** Asks for a new proof where the last one is older than a quarter of an hour. */
  sudo?: true;
  /** A download's own page: a browser without a new proof goes to give one and comes back there. */
  page?: `/${string}`;
  csrf?: true;
  captcha?: CaptchaAction;
  /** A browser may come from another site's page: what it carries proves itself, not its cookies. */
  crossSite?: true;
  limit: Limit | readonly Limit[] | Unlimited;
  summary: string;
  errors?: ErrorCode[];
  /** What other statuses than 200 mean that are no refusal; a 503 here has the reply's own body. */
  alsoAnswers?: Record<number, string>;
  setsCookies?: string[];
};

type JsonParts<P, Q, H, B> = {
  /** All that the body holds is optional: no body at all is the same as `{}`. */
  bodyOptional?: true;
  /** Its reply hangs on the account, the query and the database alone, and is kept while they last. */
  kept?: true;
  /** Whether this was answered before: its captcha was spent then and is not asked for again. */
  repeats?: (input: Input<P, Q, H, B>) => Promise<boolean>;
};

export type Operation<
  A extends Auth = Auth,
  P = unknown,
  Q = unknown,
  H = unknown,
  B = unknown,
  R = unknown,
> = Declaration<A, P, Q, H, B, R> &
  JsonParts<P, Q, H, B> & {
    kind: 'json';
    handler: (ctx: CtxOf<A>, input: Input<P, Q, H, B>) => Promise<R>;
  };

export type RefusalPage = (
  refusal: { code: ErrorCode; status: number; message: string },
  request: Request,
) => Promise<Response | null>;

type StreamParts = {
  accepts?: string;
  /** The fields of a form and, when it is multipart, the name of its file part. */
  form?: { fields: z.ZodType; file?: string };
  /** Content types of a reply that is no JSON of `reply`. */
  produces?: string | readonly string[];
  /** For addresses that people open as well: a refusal as a page, or null for the JSON. */
  refusalPage?: RefusalPage;
};

/** Uploads, downloads and documents: the same prelude, the body is the handler's to read. */
export type StreamOperation<A extends Auth = Auth, P = unknown, Q = unknown, R = unknown> = Omit<
  Declaration<A, P, Q, unknown, unknown, R>,
  'body' | 'headers'
> &
  StreamParts & {
    kind: 'stream';
    handler: (
      ctx: CtxOf<A>,
      input: { params: P; query: Q },
      request: Request,
    ) => Promise<Response | R>;
  };

/** An upload: it reads the body itself, through what knows HTTP. */
export type UploadOperation<A extends Auth = Auth, P = unknown, Q = unknown, R = unknown> = Omit<
  StreamOperation<A, P, Q, R>,
  'kind' | 'handler'
> & {
  kind: 'upload';
  handler: (ctx: CtxOf<A>, input: { params: P; query: Q }, received: Received) => Promise<R>;
};

/** A download: its handler gives the file as data. The method is told because addresses in a bucket are signed with it. */
export type FileOperation<A extends Auth = Auth, P = unknown, Q = unknown> = Omit<
  Declaration<A, P, Q, never, never, unknown>,
  'body' | 'headers'
> &
  Pick<StreamParts, 'produces'> & {
    kind: 'file';
    handler: (
      ctx: CtxOf<A>,
      input: { params: P; query: Q },
      method: 'GET' | 'HEAD',
    ) => Promise<FileAnswer>;
  };

export function defineOperation<A extends Auth, P, Q, H, B, R>(
  operation: Omit<Operation<A, P, Q, H, B, R>, 'kind'>,
): Operation<A, P, Q, H, B, R> {
  return { kind: 'json', ...operation };
}

export function defineStream<A extends Auth, P, Q, R>(
  operation: Omit<StreamOperation<A, P, Q, R>, 'kind'>,
): StreamOperation<A, P, Q, R> {
  return { kind: 'stream', ...operation };
}

export function defineUpload<A extends Auth, P, Q, R>(
  operation: Omit<UploadOperation<A, P, Q, R>, 'kind' | 'method'> & { method?: 'PUT' },
): UploadOperation<A, P, Q, R> {
  return { kind: 'upload', method: 'POST', ...operation };
}

/** `reply` describes the content where it is JSON. */
export function defineFile<A extends Auth, P, Q>(
  operation: Omit<FileOperation<A, P, Q>, 'kind' | 'method' | 'reply'> & { reply?: z.ZodType },
): FileOperation<A, P, Q> {
  return { kind: 'file', method: 'GET', reply: z.never(), ...operation };
}

// biome-ignore lint/suspicious/noExplicitAny: the wrapper hands in the ctx of `auth` and what the schemas parsed
type Trusted = any;

/** Any declared endpoint, its input types forgotten: what the wrapper and OpenAPI handle. */
export type AnyOperation = Declaration<Auth, unknown, unknown, unknown, unknown, unknown> &
  JsonParts<Trusted, Trusted, Trusted, Trusted> &
  StreamParts & {
    kind: 'json' | 'file' | 'upload' | 'stream';
    handler: (ctx: Trusted, input: Trusted, more: Trusted) => Promise<unknown>;
  };
