import type { z } from 'zod';
import { postIssuedEvent } from '#lib/domain/issued-guarantees/operations.ts';
import { issuedId } from '#lib/domain/issued-guarantees/schema.ts';
import { eventForm } from '#lib/domain/issued-guarantees/typed-fields.ts';
import type { codeAction } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { addGuaranteeEvent } from '#lib/domain/issued-guarantees/writes/add-event.ts';
import {
  type AdminCtx,
  defineOperation,
  type Input,
  type Operation,
  type SignedInCtx,
} from '#lib/platform/operations/operation.ts';

/**
 * Parts of the form that reports what became of a guarantee, for its company and for advisors.
 * `fragment` is appended to the page's query, to scroll to a part of the page.
 */
export const guaranteeEventForm = (fragment: string) => ({
  limit: postIssuedEvent.limit,
  params: issuedId,
  body: eventForm,
  handler: async (
    ctx: AdminCtx | SignedInCtx,
    {
      params,
      body: { clave, cuanto: _, ...event },
    }: { params: { id: string }; body: z.output<typeof eventForm> },
  ) => {
    await addGuaranteeEvent(ctx, params.id, event, clave);
    return `?aviso=${event.kind}${fragment}`;
  },
});

/** The page that follows an act on a verification code names the act. */
export const codeForm = {
  to: ({ body }: { body: z.output<typeof codeAction> }) => `?aviso=codigo-${body.action}`,
};

/**
 * Turns an operation of the API into a form that requires an admin. The handler still gets the ctx
 * of a signed-in person, because its type declares one and it asks `ctx.role` itself whether the
 * person belongs to the team (`asTeam`).
 */
export const advisorOperation = <P, Q, H, B, R>(operation: Operation<'signedIn', P, Q, H, B, R>) =>
  defineOperation({
    ...operation,
    auth: 'admin',
    handler: (ctx: AdminCtx, input: Input<P, Q, H, B>) =>
      operation.handler({ ...ctx, auth: 'signedIn' }, input),
  });
