import type { RequestAccess } from '#lib/domain/links/entries.ts';
import { messageForm } from '#lib/domain/requests/applicant/schema.ts';
import { sendMessage } from '#lib/domain/requests/applicant/writes.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

type Input = { params: { token: string }; body: { mensaje: string; envio: string } };

/** Returns the form that sends the team a message from the page of a link. */
export const linkedMessageForm = (kind: Extract<RequestAccess, { token: string }>['kind']) =>
  ({
    auth: 'guest',
    limit: { name: 'requests/messages', points: 10, seconds: 600, per: 'address' },
    params: tokenParams,
    body: messageForm,
    handler: async (
      ctx: GuestCtx,
      { params: { token }, body: { mensaje: text, envio: viewId } }: Input,
    ) => {
      await sendMessage(ctx, { kind, token }, { text, viewId });
      return '?aviso=mensaje#mensaje';
    },
  }) as const;
