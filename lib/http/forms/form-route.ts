import { z } from 'zod';
import { redirectTo, withDefaultHeaders } from '#lib/http/api/reply.ts';
import type { RouteHandler } from '#lib/http/api/route.ts';
import { answerForm } from '#lib/http/forms/answer-form.ts';
import {
  type FormDeclaration,
  type FormMapping,
  type FormPage,
  type OwnForm,
  type OwnUploadForm,
  parentPath,
} from '#lib/http/forms/form.ts';
import { fieldsOf } from '#lib/http/forms/schema-fields.ts';
import type {
  Auth,
  Endpoint,
  Operation,
  UploadOperation,
} from '#lib/platform/operations/operation.ts';

/** Exports of a form's `route.ts`. `form` is exported for tests. */
type FormRoute = { GET: RouteHandler; POST: RouteHandler & { form: FormDeclaration } };

/** Declares a form that posts to an operation of the API. */
export function formOf<A extends Auth, P, Q, B, R>(
  apiOperation: Operation<A, P, Q, unknown, B, R> | UploadOperation<A, P, Q, R>,
  { body, ...page }: FormPage & FormMapping<NoInfer<R>, NoInfer<B>>,
): FormRoute {
  // Forms are checked by `Origin` in place of a CSRF token, and send no custom headers.
  const { csrf: _, headers: __, repeats: ___, ...operation }: Endpoint = apiOperation;
  return createRoute(body ? { ...operation, body } : operation, page);
}

/** Declares a form with a handler of its own, which returns the next page. */
export function form<A extends Auth, P, Q, B>(ownForm: OwnForm<A, P, Q, B>): FormRoute {
  return createRoute({ ...ownForm, ...ownReply, kind: 'json' }, { ...ownForm, to: returnedPath });
}

/** Declares a form with files, whose handler reads them and returns the next page. */
export function uploadForm<A extends Auth, P, Q>(ownForm: OwnUploadForm<A, P, Q>): FormRoute {
  return createRoute({ ...ownForm, ...ownReply, kind: 'upload' }, { ...ownForm, to: returnedPath });
}

const ownReply = { method: 'POST', reply: z.string() } as const;
const returnedPath = ({ reply }: { reply: string }) => reply;

function createRoute(
  operation: FormDeclaration['operation'],
  {
    back = parentPath,
    keep: extraFields = [],
    files = [],
    retypeMessages = {},
    to,
  }: FormPage & Pick<FormDeclaration, 'to'>,
): FormRoute {
  const fields = fieldsOf(operation.body ?? operation.form?.fields);
  const order = [...fields.keys()];
  const keep = [...order.filter((name) => !fields.get(name)), 'next', ...extraFields];
  const declaration: FormDeclaration = { operation, back, to, order, keep, files, retypeMessages };
  /** Redirects a GET to the form's page, because people may reload or bookmark this URL. */
  const GET: RouteHandler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const search = searchParams.size > 0 ? `?${searchParams}` : '';
    return withDefaultHeaders(redirectTo(`${back(pathname, {})}${search}`));
  };
  const answer: RouteHandler = async (request, { params }) => {
    // No form has a catch-all segment, the parameter of which would be a list.
    const routeParams = ((await params) ?? {}) as Record<string, string>;
    return answerForm(declaration, routeParams, request);
  };
  return { GET, POST: Object.assign(answer, { form: declaration }) };
}
