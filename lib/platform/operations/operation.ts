import { z } from 'zod';
import type { Browser } from '#lib/platform/operations/browser.ts';
import type { BrowserCookie } from '#lib/platform/operations/cookie-names.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import type { FileAnswer, UploadBody } from '#lib/platform/operations/files.ts';
import type { Brand } from '#lib/platform/security/ids.ts';

/** IP address of the client, found by `lib/http/server/client-ip.ts`. */
export type ClientIp = Brand<string, 'ClientAddress'>;

export type AccountId = Brand<string, 'AccountId'>;
export type Role = 'natural' | 'juridica' | 'admin';
export type MemberRole = 'owner' | 'member' | 'reader';

export type RequestCtx = {
  requestId: string;
  ip: ClientIp;
  /** First 300 characters of the `User-Agent`. */
  agent: string;
  /** Token of `Authorization: Bearer`, which monitors send, or an empty text. */
  bearer: string;
  /** Time of the request, in ms since the epoch. Read once, so that all its parts agree. */
  now: number;
  /** Arrival by `performance.now`, for durations only. */
  startedAt: number;
  browser: Browser;
  out: {
    headers: Headers;
    /** Age of the content, in seconds. */
    age?: number;
    /** Fields of a multipart form to show again if it is refused. */
    typed?: Record<string, string>;
  };
};

export type GuestCtx = RequestCtx & { auth: 'guest' };

/** Context of a live session. Only `findSession` creates its ids. */
export type SignedInCtx = RequestCtx & {
  auth: 'signedIn';
  /** The logged-in person. */
  accountId: AccountId;
  sessionId: string;
  email: string;
  /** The role is `juridica` while the person acts for a company. */
  role: Role;
  /** The company for which the person acts, or null. */
  companyId: AccountId | null;
  /** The account whose folder, links, payments and alerts these are: the company, or the person. */
  holderId: AccountId;
  /** Owner in the rows of requests and guarantees: the company's id, or the address. */
  owner: string;
  /** Rights for the holder. Everybody is the owner of their own account. */
  may: MemberRole;
  /** Id of the person who acts for a company, for its audit trail. */
  actor?: string;
};

export type AdminCtx = Omit<SignedInCtx, 'auth'> & { auth: 'admin' };

export type Auth = 'guest' | 'signedIn' | 'admin';
export type CtxOf<A extends Auth> = { guest: GuestCtx; signedIn: SignedInCtx; admin: AdminCtx }[A];

/** `data-action` of the captcha's widget. */
export type CaptchaAction =
  | 'register'
  | 'verify'
  | 'login'
  | 'forgot-password'
  | 'contact'
  | 'submission'
  | 'resume';

/** `email` limits count by the address in the body, normalised by `countedEmail`. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  per: 'address' | 'email' | 'email+address' | 'account';
};

/** Suitable for operations that cost and reveal nothing. The text is the reason. */
export type NoLimit = { unlimited: string };

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
  /** Allowed to admins who have no second factor yet. */
  allowsNoFactor?: true;
  /** Requires that the user confirmed their identity within the last 15 minutes. */
  sudo?: true;
  /**
   * Readers of a company may GET, and members may do the rest. This restricts it to owners, or opens
   * it to all because it concerns only the person's own account.
   */
  actsFor?: 'person' | 'owner';
  /** Page to return to after confirming the identity for `sudo`. */
  page?: `/${string}`;
  csrf?: true;
  captcha?: CaptchaAction;
  /** Accepts posts from other sites. The body is what authenticates them, not cookies. */
  crossSite?: true;
  limit: Limit | readonly Limit[] | NoLimit;
  summary: string;
  errors?: ErrorCode[];
  /** Statuses beside 200 that are no errors. A 503 here has the reply's own body. */
  alsoAnswers?: Record<number, string>;
  /** Cookies that the operation sets. */
  keeps?: BrowserCookie[];
};

type JsonParts<P, Q, H, B, R> = {
  /** A missing body counts as `{}`. */
  bodyOptional?: true;
  /** The reply depends only on account, query and database, so it is cached until they change. */
  isCached?: true;
  /** Chooses another status of `alsoAnswers`. */
  status?: (reply: R) => number;
  /** Returns whether the request is a repetition, whose captcha token was already used. */
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
  /** Fields of a form and, for a multipart one, the name of its file part. */
  form?: { fields: z.ZodType; file?: string };
  /** Content types of replies that are not the JSON of `reply`. */
  produces?: string | readonly string[];
  /** Page with the error, for people who open this address in a browser. Null: JSON. */
  refusalPage?: RefusalPage;
};

/** Uploads and downloads are checked like JSON operations, but the handler reads the body. */
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

/** The handler of an upload reads the body through `received`. */
export type UploadOperation<A extends Auth = Auth, P = unknown, Q = unknown, R = unknown> = Omit<
  StreamOperation<A, P, Q, R>,
  'kind' | 'handler'
> & {
  kind: 'upload';
  handler: (ctx: CtxOf<A>, input: { params: P; query: Q }, received: UploadBody) => Promise<R>;
};

/**
 * The handler of a download returns the file as data. It needs the method, because URLs of a bucket
 * are signed for one method.
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
type AnyValue = any;

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

/** An operation without its description for OpenAPI, which forms do not have. */
export type Endpoint = Omit<AnyOperation, 'summary'>;
