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

/** Exports of a form's `route.ts`. Tests read `form`. */
type FormRoute = { GET: Handler; POST: Handler & { form: Form } };

/** Declares a form with an operation of its own, whose reply is the destination. */
export function formRoute<A extends Auth, P, Q, B>(
  operation:
    | Operation<A, P, Q, unknown, B, z.infer<typeof redirectAddress>>
    | UploadOperation<A, P, Q, z.infer<typeof redirectAddress>>,
  page?: FormPage,
): FormRoute;
/** Declares a form for an API operation. `body` converts the page's fields to its body. */
export function formRoute<A extends Auth, P, Q, B, R>(
  operation: Operation<A, P, Q, unknown, B, R> | UploadOperation<A, P, Q, R>,
  page: FormPage & Reading<NoInfer<R>, NoInfer<B>>,
): FormRoute;
/** Declares a form with its own handler, and the permissions and limits of an API operation. */
export function formRoute<A extends Auth, P, Q, H, B, R, T>(
  operation: Operation<A, P, Q, H, B, R>,
  page: FormPage & Acting<A, P, T>,
): FormRoute;
export function formRoute(
  // Forms are checked by `Origin` in place of a CSRF token, and send no custom headers.
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
  /** Redirects a GET to the form's page, because people may reload or bookmark this address. */
  const GET: Handler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const query = searchParams.size > 0 ? `?${searchParams}` : '';
    return redirectTo(`${back(pathname, {})}${query}`);
  };
  const answer: Handler = async (request, { params }) => {
    const named = await params;
    return answerForm(form, named as Record<string, string>, request); // no catch-all segments
  };
  return { GET, POST: Object.assign(answer, { form }) };
}
