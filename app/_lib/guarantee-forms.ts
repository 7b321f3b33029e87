import type { z } from 'zod';
import { eventForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import { postIssuedEvent } from '#lib/domain/issued-guarantees/operations.ts';
import { issuedParams } from '#lib/domain/issued-guarantees/schema.ts';
import type { codeActionBody } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { addGuaranteeEvent } from '#lib/domain/issued-guarantees/writes/add-event.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Returns the shared parts of the forms with which companies and advisors report an event of a
 * guarantee. `fragment` is appended to the query of the page, to scroll to a part of it.
 */
export const guaranteeEventForm = (fragment: string) => ({
  limit: postIssuedEvent.limit,
  params: issuedParams,
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

/** Shows the same page again, with a notice that names the change of the verification code. */
export const codeForm = {
  to: ({ body }: { body: z.output<typeof codeActionBody> }) => `?aviso=codigo-${body.action}`,
};
