import { postIssuedEvent } from '#lib/domain/issued/operations.ts';
import { postLinkedRenewal, postRenewal } from '#lib/domain/issued/own-operations.ts';
import { typedEvent } from '#lib/domain/issued/typed.ts';
import { postVerification } from '#lib/domain/issued/verify-operations.ts';
import { addGuaranteeEvent } from '#lib/domain/issued/writes/add-event.ts';
import { postRenewIssued } from '#lib/domain/links/operations.ts';
import { type Form, form } from '#lib/http/form.ts';
import { ownFields, postOwnForm } from '#lib/http/own-issued.ts';
import { randomId } from '#lib/platform/ids.ts';

export const codeForm = (page: string) =>
  form(postVerification, {
    path: `/${page}/garantias/{id}/codigo`,
    to: ({ body }) => `?aviso=codigo-${body.action}`,
  });

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
  codeForm('panel'),
  form(postRenewal),
  form(postLinkedRenewal),
  form(postRenewIssued),
];
