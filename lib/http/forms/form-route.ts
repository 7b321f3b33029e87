import type { z } from 'zod';
import type { Handler } from '#lib/http/api/route.ts';
import { answerForm, redirectTo } from '#lib/http/forms/answer-form.ts';
import {
  type Acting,
  type Form,
  type FormPage,
  parentPath,
  type Reading,
} from '#lib/http/forms/form.ts';
import {
  type AnyOperation,
  type Auth,
  type Operation,
  redirectAddress,
  type UploadOperation,
} from '#lib/platform/operations/operation.ts';

/** Exports of a form's `route.ts`. Tests find all forms in the tree of `app` and read `form`. */
type FormRoute = { GET: Handler; POST: Handler & { form: Form } };

/** Makes the route of a form whose operation only it has: the reply says where to go. */
export function formRoute<A extends Auth, P, Q, B>(
  operation:
    | Operation<A, P, Q, unknown, B, z.infer<typeof redirectAddress>>
    | UploadOperation<A, P, Q, z.infer<typeof redirectAddress>>,
  page?: FormPage,
): FormRoute;
/** Makes the form of an API operation. `body` reads the page's fields as the operation's. */
export function formRoute<A extends Auth, P, Q, B, R>(
  operation: Operation<A, P, Q, unknown, B, R> | UploadOperation<A, P, Q, R>,
  page: FormPage & Reading<NoInfer<R>, NoInfer<B>>,
): FormRoute;
/** Makes a form with its own handler, which keeps the rights and limits of an API operation. */
export function formRoute<A extends Auth, P, Q, H, B, R, T>(
  operation: Operation<A, P, Q, H, B, R>,
  page: FormPage & Acting<A, P, T>,
): FormRoute;
export function formRoute(
  // A form proves its origin in another way than the API and has no headers of its own.
  { csrf: _, headers: __, repeats: ___, ...operation }: AnyOperation,
  page: FormPage &
    Partial<Pick<AnyOperation, 'body' | 'handler' | 'repeats'> & Pick<Form, 'to'>> = {},
): FormRoute {
  const { back = parentPath, keep, again, to, ...own } = page;
  const form: Form = {
    operation: { ...operation, ...own, reply: own.handler ? redirectAddress : operation.reply },
    back,
    to: to ?? (({ reply }) => reply),
    ...(keep && { keep }),
    ...(again && { again }),
  };
  /** Leads to the form's page, because a reload may open the address of the form. */
  const GET: Handler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const query = searchParams.size > 0 ? `?${searchParams}` : '';
    return redirectTo(`${back(pathname, {})}${query}`);
  };
  const answer: Handler = async (request, { params }) => {
    const named = await params;
    return answerForm(form, named as Record<string, string>, request); // no form has a rest of a path
  };
  return { GET, POST: Object.assign(answer, { form }) };
}
