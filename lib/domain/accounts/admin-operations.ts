import { z } from 'zod';
import { findAccount, isPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { searchAccounts } from '#lib/domain/accounts/reads/search-accounts.ts';
import { accessChangeBody, accountParams, adminAccountReply } from '#lib/domain/accounts/schema.ts';
import { changeAccess } from '#lib/domain/accounts/writes/change-access.ts';
import { recordView } from '#lib/domain/audit/writes.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleLineText } from '#lib/platform/operations/fields.ts';
import { type AdminCtx, defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';

const limit = { name: 'admin/accounts', points: 300, seconds: 600, per: 'account' } as const;

/**
 * Returns an account for the team. `email` of a company is the e-mail of its contact. Records the
 * view in the audit trail of the account first. Throws `account_not_found`.
 */
export async function openAccountForTeam(ctx: AdminCtx, id: string) {
  const account = await findAccount(id);
  if (!account) throw new AppError('account_not_found');
  const subject = `account:${id}`;
  await recordView(ctx, { action: 'account.seen-by-team', subject, accountId: id });
  const email = (await findContact({ holderId: id })) ?? '';
  return { ...account, email, isCompany: !isPerson(account) };
}

export const getAccounts = defineOperation({
  method: 'GET',
  path: '/api/admin/accounts',
  auth: 'admin',
  limit,
  query: z.object({
    q: singleLineText('Escribe un correo o un RUT.', 254).describe(
      'The beginning of an e-mail or RUT.',
    ),
  }),
  reply: dataReply(z.array(adminAccountReply)),
  summary: 'Find accounts by the beginning of e-mail or RUT, 20 at most',
  handler: async (_ctx, { query }) => {
    const accounts = await searchAccounts(query.q);
    const data = accounts.map(({ createdAt, suspendedAt, ...account }) => ({
      ...account,
      createdAt: new Date(createdAt).toISOString(),
      suspendedAt: suspendedAt === null ? null : new Date(suspendedAt).toISOString(),
    }));
    return withData(data);
  },
});

export const postAccess = defineOperation({
  method: 'POST',
  path: '/api/admin/accounts/{id}/access',
  auth: 'admin',
  sudo: true,
  limit,
  params: accountParams,
  body: accessChangeBody,
  reply: messageReply,
  errors: ['account_not_found', 'conflict'],
  summary: 'Suspend or reinstate an account, or end its sessions',
  handler: async (ctx, { params: { id }, body }) => {
    await changeAccess(ctx, id, body);
    return withMessage('Cambiaste el acceso de la cuenta.');
  },
});
