import { eq } from 'drizzle-orm';
import { setActing } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { consumeRutPoints } from '#lib/domain/accounts/companies/writes/consume-rut-points.ts';
import { createCompany } from '#lib/domain/accounts/companies/writes/create-company.ts';
import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import type { AccountHolder } from '#lib/domain/accounts/schema.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Adds a company, and lets the session act for it. With the role of a person, sets the person's own
 * RUT instead, and lets the session act for no company.
 */
export async function changeHolder(
  ctx: SignedInCtx,
  { role, rut, razonSocial }: AccountHolder,
): Promise<void> {
  const { accountId, now } = ctx;
  if (role === 'juridica') await consumeRutPoints(ctx);
  await getDb().write(async (tx) => {
    const person = await findPerson(accountId, tx);
    if (!person || person.role === 'admin') throw new AppError('forbidden');
    if (role === 'juridica') {
      const { name, consentVersion, consentAt, consentIp } = person;
      const consent = { consentVersion, consentAt, consentIp };
      const company = { rut: rut ?? null, razonSocial: razonSocial ?? null, name, ...consent };
      const companyId = await createCompany(
        tx,
        ctx,
        { ...person, hasOwn: person.rut !== null },
        company,
      );
      await setActing(tx, ctx, companyId);
      return;
    }
    const changes = { ...(rut && { rut }), updatedAt: now };
    await tx.update(accounts).set(changes).where(eq(accounts.id, accountId));
    await audit(tx, ctx, { accountId, actor: accountId, action: 'profile.updated' });
    await setActing(tx, ctx, null);
  });
}
