import { readLimit } from '#lib/domain/requests/team/operations.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { openLeadFile } from '#lib/domain/requests/team/writes/open-lead.ts';
import { requestFile } from '#lib/domain/uploads/schema.ts';
import { fileStatuses, fileTypes } from '#lib/platform/operations/files.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';

export const getLeadFile = defineFile({
  path: '/api/admin/leads/{id}/files/{kind}',
  auth: 'admin',
  limit: readLimit,
  produces: fileTypes,
  params: leadParams.extend({
    kind: requestFile.describe(
      'Which of the two documents of a request, or the id of one added later.',
    ),
  }),
  errors: ['not_found', 'conflict'],
  alsoAnswers: fileStatuses,
  summary: 'Download a file of a request; the audit trail records who looked',
  handler: async (ctx, { params: { id, kind } }) => {
    const upload = await openLeadFile(ctx, { id, file: kind });
    const { objectKey, fileName, contentType, size } = upload;
    const file = { objectKey, fileName, contentType, size: size ?? 0 };
    return { file, disposition: 'attachment' };
  },
});
