import { z } from 'zod';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { done } from '#lib/domain/accounts/schema.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { createArchive } from '#lib/domain/personal-data/archive.ts';
import { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import { deleteAccount, requestDeletionCode } from '#lib/domain/personal-data/writes.ts';
import { streamResponse } from '#lib/platform/content.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';
import { defineOperation, defineStream } from '#lib/platform/operation.ts';
import { streamSending } from '#lib/platform/storage/sending.ts';

export const getExport = defineStream({
  method: 'GET',
  path: '/api/account/export',
  auth: 'member',
  limit: { name: 'account/export', points: 10, seconds: 3600, per: 'account' },
  produces: 'application/zip',
  reply: z.never(),
  summary: 'All own data as a ZIP: datos.json and the files',
  handler: async (ctx) => {
    const archive = await createArchive(await readPersonalData(ctx));
    try {
      await getDb().write((tx) =>
        audit(tx, ctx, { accountId: ctx.accountId, action: 'data.exported' }),
      );
    } catch (error) {
      archive.destroy();
      throw error;
    }
    const day = isoDay(ctx.now);
    return streamResponse(streamSending(archive), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="resguardo-mis-datos-${day}.zip"`,
        'Cache-Control': 'private, no-store',
      },
    });
  },
});

export const postDeletionCode = defineOperation({
  method: 'POST',
  path: '/api/account/delete-code',
  auth: 'member',
  limit: { name: 'account/delete-code', points: 5, seconds: 3600, per: 'account' },
  reply: done,
  summary: 'Mail a code that confirms the deletion; for an account without a password',
  handler: async (ctx) => {
    await requestDeletionCode(ctx);
    return { success: true, message: 'Te enviamos un código para confirmar.' } as const;
  },
});

export const postDeleteAccount = defineOperation({
  method: 'POST',
  path: '/api/account/delete',
  auth: 'member',
  limit: { name: 'account/delete', points: 10, seconds: 3600, per: 'account' },
  body: z.object({
    password: z.string('Ingresa tu contraseña.').max(1024, 'Es demasiado larga.').optional(),
    code: z.string('Ingresa el código.').max(20, 'El código tiene 6 caracteres.').optional(),
    sent: z.enum(['keep', 'erase']).default('keep').meta({
      description: 'What becomes of the requests and messages sent with the own address.',
    }),
  }),
  reply: done,
  setsCookies: [SESSION_COOKIE],
  summary: 'Delete the own account; asks for its password, or the mailed code',
  handler: async (ctx, { body }) => {
    await deleteAccount(ctx, body);
    return { success: true, message: 'Eliminamos tu cuenta.' } as const;
  },
});
