import type { z } from 'zod';
import { postIssuedEvent } from '#lib/domain/issued/operations.ts';
import { postLinkedRenewal, postRenewal } from '#lib/domain/issued/own-operations.ts';
import { typedEvent } from '#lib/domain/issued/typed.ts';
import { postVerification } from '#lib/domain/issued/verify-operations.ts';
import type { codeAction } from '#lib/domain/issued/verify-schema.ts';
import { addGuaranteeEvent } from '#lib/domain/issued/writes/add-event.ts';
import { postRenewIssued } from '#lib/domain/links/operations.ts';
import { type Form, form } from '#lib/http/form.ts';
import { ownFields, postOwnForm } from '#lib/http/own-issued.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type AdminCtx, defineOperation } from '#lib/platform/operation.ts';

const codePlace = (page: string) => ({
  path: `/${page}/garantias/{id}/codigo` as const,
  to: ({ body }: { body: z.output<typeof codeAction> }) => `?aviso=codigo-${body.action}`,
});

/** The same for the team alone. */
export const deskCodeForm = form(
  defineOperation({
    ...postVerification,
    auth: 'admin',
    handler: (ctx: AdminCtx, input) => postVerification.handler({ ...ctx, auth: 'member' }, input),
  }),
  codePlace('admin'),
);

/** What a company does with its guarantees, and who holds a link to one. */
export const issuedForms: Form[] = [
  form(postOwnForm, { keep: ownFields }),
  form(postIssuedEvent, {
    path: '/panel/garantias/{id}/evento',
    body: typedEvent.extend({ clave: typedEvent.shape.clave.default(randomId) }),
    keep: ['kind', 'on', 'amount', 'text'],
    handler: async (ctx, { params, body: { clave, ...event } }) => {
      await addGuaranteeEvent(ctx, params.id, event, clave);
      return `?aviso=${event.kind}`;
    },
  }),
  form(postVerification, codePlace('panel')),
  form(postRenewal),
  form(postLinkedRenewal),
  form(postRenewIssued),
];
