import { z } from 'zod';
import { getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { submissionNumberParam } from '#lib/domain/requests/applicant/schema.ts';
import { uploadIdOf } from '#lib/domain/requests/submissions/stored-files.ts';
import { getKeptUpload } from '#lib/domain/uploads/reads.ts';
import { requestFile } from '#lib/domain/uploads/schema.ts';
import { fileStatuses, fileTypes } from '#lib/platform/operations/files.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';

export const getOwnFile = defineFile({
  path: '/panel/solicitudes/{id}/archivos/{file}',
  auth: 'signedIn',
  limit: { name: 'requests/own-file', points: 300, seconds: 600, per: 'account' },
  produces: fileTypes,
  params: z.object({ id: submissionNumberParam, file: requestFile }),
  errors: ['not_found', 'conflict'],
  alsoAnswers: fileStatuses,
  summary: 'Download a file of an own request',
  handler: async (ctx, { params: { id, file } }) => {
    const { size, ...upload } = await getKeptUpload(uploadIdOf(await getOwnRequest(ctx, id), file));
    return { file: { ...upload, size: size ?? 0 }, disposition: 'inline' };
  },
});
