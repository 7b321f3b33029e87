import { z } from 'zod';
import type { Browser } from '#lib/platform/operations/browser.ts';
import type { BrowserCookie } from '#lib/platform/operations/cookie-names.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import type { FileReply, UploadBody } from '#lib/platform/operations/files.ts';
import type { Brand } from '#lib/platform/security/ids.ts';

/** IP address of the client, which only `lib/http/server/client-ip.ts` determines. */
export type ClientIp = Brand<string, 'ClientIp'>;

export type AccountId = Brand<string, 'AccountId'>;
export type Role = 'natural' | 'juridica' | 'admin';
export type MemberRole = 'owner' | 'member' | 'reader';

export type RequestCtx = {
  requestId: string;
  ip: ClientIp;
  /** First 300 characters of `User-Agent`. */
  agent: string;
  /** Token of `Authorization: Bearer`, which monitors send, or an empty text. */
  bearer: string;
  /**
   * Time of the request (ms since the epoch). It is read once, so that all parts of the request use
   * the same time.
   */
  now: number;
  /** Arrival of the request on the clock of `performance.now()`, for durations. */
  startedAt: number;
  browser: Browser;
  response: {
    headers: Headers;
    /** Age of the content in seconds, for the header `Age`. */
    age?: number;
  };
};

export type GuestCtx = RequestCtx & { auth: 'guest' };

/** Context of an open session. Only `findSession` creates its ids. */
export type SignedInCtx = RequestCtx & {
  auth: 'signedIn';
  /** The logged-in person. */
  accountId: AccountId;
  sessionId: string;
  email: string;
  /** `juridica` while the person acts for a company. */
  role: Role;
  /** The company for which the person acts, or null. */
  companyId: AccountId | null;
  /** The account holder, owner of vault, links, payments and alerts: the company or the person. */
  holderId: AccountId;
  /** `owner` in rows of requests and guarantees: the company's id, or else the e-mail. */
  owner: string;
  /** The role in the company. For their own account, each person is the owner. */
  memberRole: MemberRole;
  /** Account id of the person who acts for a company, for the company's audit trail. */
  actor?: string;
};

export type AdminCtx = Omit<SignedInCtx, 'auth'> & { auth: 'admin' };

export type Auth = 'guest' | 'signedIn' | 'admin';
export type CtxOf<A extends Auth> = { guest: GuestCtx; signedIn: SignedInCtx; admin: AdminCtx }[A];

/** The captcha widget's `data-action`. */
export type CaptchaAction =
  | 'register'
  | 'verify'
  | 'login'
  | 'forgot-password'
  | 'contact'
  | 'submission'
  | 'resume';

/**
 * A rate limit. `per` says what has a counter of its own: an IP, an e-mail (the body's, through
 * `countedEmail`), both together, or an account.
 */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  per: 'ip' | 'email' | 'email+ip' | 'account';
};

/** Declares that an operation has no rate limit. The text says why a call is cheap and harmless. */
type NoLimit = { unlimited: string };

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
  /** A list admits several kinds of session; `ctx.auth` is the actual one. */
  auth: A | readonly A[];
  /** Admins who have no second factor yet may call it too. */
  allowsNoFactor?: true;
  /** Requires that the user confirmed their identity in the last 15 minutes. */
  sudo?: true;
  /**
   * Says who of a company may use it. By default members may, and readers only with GET. `owner`
   * admits only owners, `person` everyone, because it concerns only the person's own account.
   */
  actsFor?: 'person' | 'owner';
  /** Page to which the browser returns after the confirmation that `sudo` requires. */
  page?: `/${string}`;
  csrf?: true;
  captcha?: CaptchaAction;
  /** Accepts posts from other sites: their body authenticates them, not a cookie. */
  crossSite?: true;
  limit: Limit | readonly Limit[] | NoLimit;
  summary: string;
  errors?: ErrorCode[];
  /** Statuses other than 200 that are not errors. A 503 here has a body of its own. */
  alsoAnswers?: Record<number, string>;
  /** Cookies that the operation sets. */
  setsCookies?: BrowserCookie[];
};

type JsonParts<P, Q, H, B, R> = {
  /** A missing body counts as `{}`. */
  bodyOptional?: true;
  /** Returns the status of a reply: 200, or one of `alsoAnswers`. */
  status?: (reply: R) => number;
  /** Returns whether the request repeats an earlier one, which has used up the captcha token. */
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
  /** Fields of a form and, if it is multipart, the name of its file part. */
  form?: { fields: z.ZodType; file?: string };
  /** Content types of replies other than the JSON of `reply`. */
  produces?: string | readonly string[];
  /** Returns an error page for browsers, or null to reply with JSON. */
  refusalPage?: RefusalPage;
};

/**
 * The handler reads the body and creates the reply. All other checks are the same as for JSON
 * operations.
 */
type StreamOperation<A extends Auth = Auth, P = unknown, Q = unknown, R = unknown> = Omit<
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

/** An operation that receives files. Its handler reads the body through `received`. */
export type UploadOperation<A extends Auth = Auth, P = unknown, Q = unknown, R = unknown> = Omit<
  StreamOperation<A, P, Q, R>,
  'kind' | 'handler'
> & {
  kind: 'upload';
  handler: (ctx: CtxOf<A>, input: { params: P; query: Q }, received: UploadBody) => Promise<R>;
};

/**
 * An operation that returns a file as data. Its handler gets the method, because URLs of a bucket
 * are signed for one method.
 */
type FileOperation<A extends Auth = Auth, P = unknown, Q = unknown> = Omit<
  Declaration<A, P, Q, never, never, unknown>,
  'body' | 'headers'
> &
  Pick<StreamParts, 'produces'> & {
    kind: 'file';
    handler: (
      ctx: CtxOf<A>,
      input: { params: P; query: Q },
      method: 'GET' | 'HEAD',
    ) => Promise<FileReply>;
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

/** Defines a download. `reply` describes a JSON reply beside the file. */
export function defineFile<A extends Auth, P, Q>(
  operation: Omit<FileOperation<A, P, Q>, 'kind' | 'method' | 'reply'> & { reply?: z.ZodType },
): FileOperation<A, P, Q> {
  return { kind: 'file', method: 'GET', reply: z.never(), ...operation };
}

// biome-ignore lint/suspicious/noExplicitAny: the wrapper hands in the ctx of `auth` and what the schemas parsed
export type AnyValue = any;

/** Any operation, without the types of its input, for the route wrapper and OpenAPI. */
export type AnyOperation = Declaration<Auth, unknown, unknown, unknown, unknown, unknown> &
  JsonParts<AnyValue, AnyValue, AnyValue, AnyValue, AnyValue> &
  StreamParts & {
    kind: 'json' | 'file' | 'upload' | 'stream';
    handler: (ctx: AnyValue, input: AnyValue, more: AnyValue) => Promise<unknown>;
  };

export function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'handler' in value && 'path' in value;
}

/** An operation or a form. Forms have no `summary`, because OpenAPI omits them. */
export type Endpoint = Omit<AnyOperation, 'summary'>;
