import { z } from 'zod';
import { redirectTo, withDefaultHeaders } from '#lib/http/api/reply.ts';
import type { RouteHandler } from '#lib/http/api/route.ts';
import { answerForm } from '#lib/http/forms/answer-form.ts';
import {
  type FormDeclaration,
  type FormMapping,
  type FormPage,
  type OwnForm,
  parentPath,
  type UploadFormDeclaration,
} from '#lib/http/forms/form.ts';
import { fieldsOf } from '#lib/http/forms/form-fields.ts';
import type {
  Auth,
  Endpoint,
  Operation,
  UploadOperation,
} from '#lib/platform/operations/operation.ts';

/** Exports of a form's `route.ts`. `form` is there for tests. */
type FormRoute = { GET: RouteHandler; POST: RouteHandler & { form: FormDeclaration } };

/** Declares a form with a handler of its own, which returns the next page. */
export function formRoute<A extends Auth, P, Q>(form: UploadFormDeclaration<A, P, Q>): FormRoute;
export function formRoute<A extends Auth, P, Q, B>(form: OwnForm<A, P, Q, B>): FormRoute;
/** Declares a form that calls an API operation. */
export function formRoute<A extends Auth, P, Q, B, R>(
  operation: Operation<A, P, Q, unknown, B, R> | UploadOperation<A, P, Q, R>,
  page: FormPage & FormMapping<NoInfer<R>, NoInfer<B>>,
): FormRoute;
export function formRoute(
  declaration: RouteDeclaration,
  page?: FormPage & Partial<RouteDeclaration>,
): FormRoute {
  const {
    back = parentPath,
    keep: extraFields = [],
    files = [],
    retypeMessages = {},
    to = returnedPath,
    ...operation
  } = { ...ownForm, ...(page ? withoutApiParts(declaration, page) : declaration) };
  const fields = fieldsOf(operation.body ?? operation.form?.fields);
  const order = [...fields.keys()];
  const keep = [...order.filter((name) => !fields.get(name)), 'next', ...extraFields];
  const form: FormDeclaration = { operation, back, to, order, keep, files, retypeMessages };
  /** Redirects a GET to the form's page, because people may reload or bookmark this URL. */
  const GET: RouteHandler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const query = searchParams.size > 0 ? `?${searchParams}` : '';
    return withDefaultHeaders(redirectTo(`${back(pathname, {})}${query}`));
  };
  const answer: RouteHandler = async (request, { params }) => {
    const routeParams = (await params) ?? {};
    return answerForm(form, routeParams as Record<string, string>, request); // no catch-all segments
  };
  return { GET, POST: Object.assign(answer, { form }) };
}

type RouteDeclaration = Omit<Endpoint, 'path' | keyof typeof ownForm> &
  Partial<Endpoint> &
  Partial<FormDeclaration>;

const ownForm = { kind: 'json', method: 'POST', reply: z.string() } as const;
const returnedPath = ({ reply }: { reply: string }) => reply;

/** Forms are checked by `Origin` in place of a CSRF token, and send no custom headers. */
function withoutApiParts(
  { csrf: _, headers: __, repeats: ___, ...operation }: RouteDeclaration,
  page: Partial<RouteDeclaration>,
) {
  return { ...operation, ...page };
}
