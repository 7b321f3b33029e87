import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { findAccountByEmail } from '#lib/domain/accounts/reads/accounts.ts';
import { findVerifiedAccountId } from '#lib/domain/accounts/reads/holders.ts';
import { leadNumberOf } from '#lib/domain/requests/team/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

type Contact = { companyId: string | null; email: string };

/** Returns why the team may not correct this e-mail and who can, or null if the team may. */
export async function findCorrectionRefusal(
  { companyId, email }: Contact,
  db: ReadDb | Tx = getDb().read,
): Promise<string | null> {
  if (companyId !== null) return companyRefusalText;
  return (await findVerifiedAccountId(email, db)) === null ? null : accountRefusalText;
}

const companyRefusalText =
  'Esto lo envió una empresa con cuenta. Pide a quien lo envió que cambie el correo en su cuenta, en Perfil.';
const accountRefusalText =
  'Esto es de alguien con cuenta. Pídele que cambie el correo en su cuenta, en Perfil.';

/** Returns whether an e-mail belongs to an advisor or receives the mails to the team. */
export async function isTeamEmail(email: string, db: ReadDb | Tx): Promise<boolean> {
  if (getEnv().mail.internalTo?.toLowerCase() === email) return true;
  return (await findAccountByEmail(email, db))?.role === 'admin';
}

/** Returns the company and the e-mail of a lead, for the page of the correction. */
export async function findLeadContact(id: number): Promise<Contact | null> {
  const columns = { companyId: leads.companyId, email: leads.email };
  const [row] = await getDb().read.select(columns).from(leads).where(eq(leads.id, id)).limit(1);
  return row ?? null;
}

const MAX_OTHER_LEADS = 20;

/** Lists other leads with this e-mail, oldest first, each with the number that people know. */
export async function listOtherLeads(email: string, id: number) {
  const othersCondition = and(eq(leads.email, email), ne(leads.id, id), isNull(leads.erasedAt));
  const rows = await getDb()
    .read.select({ id: leads.id, submissionId: leads.submissionId })
    .from(leads)
    .where(othersCondition)
    .orderBy(asc(leads.id))
    .limit(MAX_OTHER_LEADS);
  return rows.map((row) => ({ id: row.id, number: leadNumberOf(row) }));
}
