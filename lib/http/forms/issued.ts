import type { z } from 'zod';
import { postIssuedEvent, postVerification } from '#lib/domain/issued/operations.ts';
import { postLinkedRenewal, postRenewal } from '#lib/domain/issued/renewal.ts';
import { typedEvent } from '#lib/domain/issued/typed.ts';
import type { codeAction } from '#lib/domain/issued/verify-schema.ts';
import { addGuaranteeEvent } from '#lib/domain/issued/writes/add-event.ts';
import { postRenewIssued } from '#lib/domain/links/operations.ts';
import { type Form, form } from '#lib/http/form.ts';
import { issueFields, ownFields, postIssueForm, postOwnForm } from '#lib/http/issued-forms.ts';
import {
  type AdminCtx,
  defineOperation,
  type Input,
  type MemberCtx,
  type Operation,
} from '#lib/platform/operation.ts';

const said = (place: string, after: string) => ({
  path: `/${place}/garantias/{id}/evento` as const,
  body: typedEvent,
  keep: ['kind', 'on', 'cuanto', 'amount', 'successorId', 'text'],
  handler: async (
    ctx: AdminCtx | MemberCtx,
    {
      params,
      body: { clave, cuanto: _, ...event },
    }: { params: { id: string }; body: z.output<typeof typedEvent> },
  ) => {
    await addGuaranteeEvent(ctx, params.id, event, clave);
    return `?aviso=${event.kind}${after}`;
  },
});

const codeOf = (place: string) => ({
  path: `/${place}/garantias/{id}/codigo` as const,
  to: ({ body }: { body: z.output<typeof codeAction> }) => `?aviso=codigo-${body.action}`,
});

const atDesk = <P, Q, H, B, R>(operation: Operation<'member', P, Q, H, B, R>) =>
  defineOperation({
    ...operation,
    auth: 'admin',
    handler: (ctx: AdminCtx, input: Input<P, Q, H, B>) =>
      operation.handler({ ...ctx, auth: 'member' }, input),
  });

export const issuedForms: Form[] = [
  form(postOwnForm, { keep: ownFields }),
  form(postIssueForm, { keep: issueFields }),
  form(postIssuedEvent, said('panel', '')),
  form(atDesk(postIssuedEvent), said('admin', '#historia')),
  form(postVerification, codeOf('panel')),
  form(atDesk(postVerification), codeOf('admin')),
  form(postRenewal),
  form(postLinkedRenewal),
  form(postRenewIssued),
];
