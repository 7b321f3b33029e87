import { recordExport } from '#lib/domain/audit/writes.ts';
import { createArchive } from '#lib/domain/personal-data/archive.ts';
import { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import { deletionBody } from '#lib/domain/personal-data/schema.ts';
import { deleteAccount } from '#lib/domain/personal-data/writes.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { proofRedirect } from '#lib/platform/operations/files.ts';
import { defineFile, defineOperation } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

export const getExport = defineFile({
  path: '/api/account/export',
  auth: 'signedIn',
  actsFor: 'owner',
  sudo: true,
  limit: { name: 'account/export', points: 10, seconds: 3600, per: 'account' },
  produces: 'application/zip',
  page: '/panel/perfil#mis-datos',
  alsoAnswers: proofRedirect,
  summary: 'Download all own data as a ZIP; it holds datos.json and the files',
  handler: async (ctx) => {
    const archive = await createArchive(await readPersonalData(ctx));
    try {
      await recordExport(ctx, { accountId: ctx.holderId, action: 'data.exported' });
    } catch (error) {
      archive.destroy();
      throw error;
    }
    const name = `resguardo-mis-datos-${isoDay(ctx.now)}.zip`;
    return { content: archive, type: 'application/zip', name };
  },
});

export const deletionAccess = {
  auth: 'signedIn',
  actsFor: 'owner',
  sudo: true,
  limit: { name: 'account/delete', points: 10, seconds: 3600, per: 'account' },
} as const;

export const postDeleteAccount = defineOperation({
  method: 'POST',
  path: '/api/account/delete',
  ...deletionAccess,
  bodyOptional: true,
  body: deletionBody,
  reply: messageReply,
  setsCookies: ['session'],
  summary: 'Delete the company for which one acts, or the own account',
  errors: ['conflict'],
  handler: async (ctx, { body }) => {
    await deleteAccount(ctx, body.sent);
    if (ctx.companyId) return withMessage('Eliminamos la empresa.');
    ctx.browser.deleteAll();
    return withMessage('Eliminamos tu cuenta.');
  },
});
