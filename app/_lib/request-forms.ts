import { z } from 'zod';
import type { RequestAccess } from '#lib/domain/links/entries.ts';
import { messageForm, requestParams } from '#lib/domain/requests/applicant/schema.ts';
import {
  cancelRequest,
  declineConditions,
} from '#lib/domain/requests/applicant/writes/end-request.ts';
import { sendMessage } from '#lib/domain/requests/applicant/writes/send-more.ts';
import { acceptBody, declineBody } from '#lib/domain/requests/conditions/schema.ts';
import { acceptConditions } from '#lib/domain/requests/conditions/writes.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { Auth, CtxOf, RequestCtx } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

type Access<A extends Auth, P> = {
  auth: A;
  params: z.ZodType<P>;
  entryOf: (ctx: CtxOf<A>, params: P) => RequestAccess;
};

export const byLink: Access<'guest', { token: string }> = {
  auth: 'guest',
  params: tokenParams,
  entryOf: (_, { token }) => ({ kind: 'receipt', token }),
};

export const bySession: Access<'signedIn', { id: number }> = {
  auth: 'signedIn',
  params: requestParams,
  entryOf: (user, { id }) => ({ kind: 'own', user, id }),
};

/** Returns a function that makes a form of the request page, for its link or for the panel. */
const requestForm =
  <B>(
    body: z.ZodType<B>,
    act: (ctx: RequestCtx, entry: RequestAccess, body: B) => Promise<string>,
  ) =>
  <A extends Auth, P>({ entryOf, ...access }: Access<A, P>) => ({
    ...access,
    body,
    handler: (ctx: CtxOf<A>, { params, body }: { params: P; body: B }) =>
      act(ctx, entryOf(ctx, params), body),
  });

export const acceptForm = requestForm(acceptBody, async (ctx, entry, { version }) => {
  await acceptConditions(ctx, entry, version);
  if (entry.kind === 'receipt') {
    ctx.browser.set('acceptedRequest', entry.token, { seconds: DAY_SECONDS, path: '/pagar' });
  }
  return '#estado';
});

export const declineForm = requestForm(declineBody, async (ctx, entry, body) => {
  await declineConditions(ctx, entry, body);
  return '#condiciones';
});

export const cancelForm = requestForm(z.object({}), async (ctx, entry) => {
  await cancelRequest(ctx, entry);
  return '#estado';
});

export const writeForm = requestForm(messageForm, async (ctx, entry, { mensaje, envio }) => {
  await sendMessage(ctx, entry, { text: mensaje, viewId: envio });
  return '?aviso=mensaje#mensaje';
});
