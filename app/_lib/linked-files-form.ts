import type { RequestAccess } from '#lib/domain/links/request-access.ts';
import { receiveFiles } from '#lib/domain/requests/applicant/receive-files.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

type LinkAccess = Extract<RequestAccess, { token: string }>;

/**
 * Returns the form that adds files to the request or message of a link. To a message it can also
 * add a text. After a refusal the text is kept, so that only the files must be chosen again.
 */
export const linkedFilesForm = (kind: LinkAccess['kind']) =>
  ({
    auth: 'guest',
    limit: { name: 'requests/files', points: 60, seconds: 600, per: 'ip' },
    params: tokenParams,
    keep: ['mensaje'],
    handler: async (
      ctx: GuestCtx,
      { params: { token } }: { params: { token: string } },
      received: UploadBody,
    ) => {
      const notice = await receiveFiles(ctx, { kind, token }, received);
      return `?aviso=${notice}#documentos`;
    },
  }) as const;
