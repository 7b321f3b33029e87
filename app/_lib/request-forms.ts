import { z } from 'zod';
import type { RequestAccess } from '#lib/domain/links/request-access.ts';
import { messageForm, requestParams } from '#lib/domain/requests/applicant/schema.ts';
import {
  cancelRequest,
  declineConditions,
} from '#lib/domain/requests/applicant/writes/end-request.ts';
import { sendMessage } from '#lib/domain/requests/applicant/writes/files-and-messages.ts';
import { acceptBody, declineBody } from '#lib/domain/requests/conditions/schema.ts';
import { acceptConditions } from '#lib/domain/requests/conditions/writes.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { Auth, CtxOf, Limit, RequestCtx } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

/** A form's limit in ten minutes, with its names for the link's form and for the panel's. */
type FormLimit = { byLink: string; bySession: string; points: number };

type Access<A extends Auth, P> = {
  auth: A;
  limitOf: (limit: FormLimit) => Limit;
  params: z.ZodType<P>;
  accessOf: (ctx: CtxOf<A>, params: P) => RequestAccess;
};

export const byLink: Access<'guest', { token: string }> = {
  auth: 'guest',
  limitOf: ({ byLink: name, points }) => ({ name, points, seconds: 600, per: 'ip' }),
  params: tokenParams,
  accessOf: (_, { token }) => ({ kind: 'receipt', token }),
};

export const bySession: Access<'signedIn', { id: number }> = {
  auth: 'signedIn',
  limitOf: ({ bySession: name, points }) => ({ name, points, seconds: 600, per: 'account' }),
  params: requestParams,
  accessOf: (user, { id }) => ({ kind: 'own', user, id }),
};

/** Returns a function that makes a form of the request page, for its link or for the panel. */
const requestForm =
  <B>(
    body: z.ZodType<B>,
    limit: FormLimit,
    act: (ctx: RequestCtx, entry: RequestAccess, body: B) => Promise<string>,
  ) =>
  <A extends Auth, P>({ accessOf, limitOf, ...access }: Access<A, P>) => ({
    ...access,
    limit: limitOf(limit),
    body,
    handler: (ctx: CtxOf<A>, { params, body }: { params: P; body: B }) =>
      act(ctx, accessOf(ctx, params), body),
  });

const conditionsLimit = { byLink: 'conditions', bySession: 'conditions/own', points: 20 };
const cancelLimit = { byLink: 'requests/cancel', bySession: 'requests/own-cancel', points: 10 };
const messageLimit = {
  byLink: 'requests/messages',
  bySession: 'requests/own-messages',
  points: 10,
};

export const acceptForm = requestForm(
  acceptBody,
  conditionsLimit,
  async (ctx, entry, { version }) => {
    await acceptConditions(ctx, entry, version);
    if (entry.kind === 'receipt') {
      ctx.browser.set('acceptedRequest', entry.token, { seconds: DAY_SECONDS, path: '/pagar' });
    }
    return '#estado';
  },
);

export const declineForm = requestForm(declineBody, conditionsLimit, async (ctx, entry, body) => {
  await declineConditions(ctx, entry, body);
  return '#condiciones';
});

export const cancelForm = requestForm(z.object({}), cancelLimit, async (ctx, entry) => {
  await cancelRequest(ctx, entry);
  return '#estado';
});

export const writeForm = requestForm(
  messageForm,
  messageLimit,
  async (ctx, entry, { mensaje, envio }) => {
    await sendMessage(ctx, entry, { text: mensaje, viewId: envio });
    return '?aviso=mensaje#mensaje';
  },
);
