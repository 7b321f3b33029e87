import { z } from 'zod';
import type { Browser, BrowserCookie } from '#lib/platform/operations/browser.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import type { FileAnswer, Received } from '#lib/platform/operations/files.ts';
import type { Branded } from '#lib/platform/security/ids.ts';

/** An endpoint is declared once for its JSON route, its form action and its OpenAPI entry. */

/** The client's address according to `lib/http/server/client-address.ts`. */
export type ClientAddress = Branded<string, 'ClientAddress'>;

export type AccountId = Branded<string, 'AccountId'>;
export type Role = 'natural' | 'juridica' | 'admin';

export type RequestCtx = {
  requestId: string;
  address: ClientAddress;
  /** It has at most 300 characters of the `User-Agent`. */
  agent: string;
  /** Monitors alone send `Authorization: Bearer`. It is empty without one. */
  bearer: string;
  /** The request reads the clock once (ms since the epoch). */
  now: number;
  /** It is the arrival by the steady clock (`performance.now`), for durations only. */
  startedAt: number;
  browser: Browser;
  out: {
    headers: Headers;
    /** The content was fetched so many seconds ago. */
    age?: number;
    /** A refusal brings these fields of a multipart form back to its page. */
    typed?: Record<string, string>;
  };
};

/** The reply of a form names where to go. `?…` and `#…` are places on its own page. */
export const redirectAddress = z.string();

export type GuestCtx = RequestCtx & { auth: 'guest' };

/** A live session. Only `findSession` mints its ids. */
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

/** The widget of a captcha names its purpose so (`data-action`). */
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

/** It suits only what costs nothing and reveals nothing. The reason is declared. */
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
  /** A guest operation needs a session unless this query parameter replaces it. */
  sessionUnless?: string;
  /** An admin may do this before there is a second factor. */
  enrols?: true;
  /** It needs a new proof when the last one is older than a quarter of an hour. */
  sudo?: true;
  /** A browser without a new proof goes to give one and returns to this page. */
  page?: `/${string}`;
  csrf?: true;
  captcha?: CaptchaAction;
  /** A browser may come from another site. Its content is the proof, and not its cookies. */
  crossSite?: true;
  limit: Limit | readonly Limit[] | Unlimited;
  summary: string;
  errors?: ErrorCode[];
  /** These statuses beside 200 are no refusal. A 503 here has the reply's own body. */
  alsoAnswers?: Record<number, string>;
  /** The browser is given these. */
  keeps?: BrowserCookie[];
};

type JsonParts<P, Q, H, B, R> = {
  /** All fields of the body are optional, so no body is the same as `{}`. */
  bodyOptional?: true;
  /** The reply depends only on account, query and database, and is kept while they last. */
  kept?: true;
  /** A reply may have another status, one of `alsoAnswers`. */
  status?: (reply: R) => number;
  /** Returns whether this is a repetition, whose captcha was spent before. */
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
  JsonParts<P, Q, H, B, R> & {
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
  /** A reply that is no JSON of `reply` has these content types. */
  produces?: string | readonly string[];
  /** People open this address too, so it shows a refusal as a page, or null for the JSON. */
  refusalPage?: RefusalPage;
};

/** Uploads, downloads and documents have the same prelude, but the handler reads the body. */
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

/** The handler of an upload reads the body through what knows HTTP. */
export type UploadOperation<A extends Auth = Auth, P = unknown, Q = unknown, R = unknown> = Omit<
  StreamOperation<A, P, Q, R>,
  'kind' | 'handler'
> & {
  kind: 'upload';
  handler: (ctx: CtxOf<A>, input: { params: P; query: Q }, received: Received) => Promise<R>;
};

/**
 * The handler of a download returns the file as data. It gets the method, because addresses in a
 * bucket are signed with it.
 */
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

/** `reply` describes JSON content. */
export function defineFile<A extends Auth, P, Q>(
  operation: Omit<FileOperation<A, P, Q>, 'kind' | 'method' | 'reply'> & { reply?: z.ZodType },
): FileOperation<A, P, Q> {
  return { kind: 'file', method: 'GET', reply: z.never(), ...operation };
}

// biome-ignore lint/suspicious/noExplicitAny: the wrapper hands in the ctx of `auth` and what the schemas parsed
type Trusted = any;

/** Any declared endpoint, its input types forgotten: what the wrapper and OpenAPI handle. */
export type AnyOperation = Declaration<Auth, unknown, unknown, unknown, unknown, unknown> &
  JsonParts<Trusted, Trusted, Trusted, Trusted, Trusted> &
  StreamParts & {
    kind: 'json' | 'file' | 'upload' | 'stream';
    handler: (ctx: Trusted, input: Trusted, more: Trusted) => Promise<unknown>;
  };
