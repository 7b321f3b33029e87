import { type SQL, sql } from 'drizzle-orm';
import { endLinksWhere } from '#lib/domain/links/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

type LeavingPerson = { email: string; companyId?: string; isNameless: boolean; now: number };

/**
 * Runs when a person leaves a company. In the rows that the person sent for the company, replaces
 * their e-mail by that of another member, if possible the owner who joined first. Ends the mailed
 * links to these rows, because the leaving person still has the mails. With `isNameless`, the
 * company's name replaces the person's. Without `companyId`, does this for each of the person's
 * companies. Rows of a company without other members stay as they are.
 */
export async function replaceMemberEmail(
  tx: Tx,
  { email, companyId, isNameless, now }: LeavingPerson,
): Promise<void> {
  const companies = await tx.all<{ id: string; name: string; contact: string | null }>(sql`
    select c.id, coalesce(c.razon_social, '') as name, (select a.email from company_members m
        join accounts a on a.id = m.person_id where m.company_id = c.id and a.email <> ${email}
        order by m.role = 'owner' desc, m.joined_at limit 1) as contact
    from accounts c where c.id in (select company_id from leads where email = ${email}
      union select company_id from issued_guarantees where email = ${email}
      union select company_id from payment_requests where email = ${email})`);
  for (const { id, name, contact } of companies) {
    if (contact === null || (companyId && id !== companyId)) continue;
    const condition = sql`email = ${email} and company_id = ${id}`;
    await endLinksOf(tx, condition, now);
    if (isNameless) {
      await tx.run(sql`update submissions set nombre = ${name}, telefono = '',
        answers = json_set(answers, '$.nombreSolicitante', ${name}, '$.telefonoSolicitante', '')
        where id in (select submission_id from leads where ${condition})`);
      await tx.update(leads).set({ name, phone: null }).where(condition);
    }
    await tx.run(sql`update submissions set email = ${contact},
      answers = json_set(answers, '$.email', ${contact})
      where id in (select submission_id from leads where ${condition})`);
    for (const table of ['leads', 'issued_guarantees', 'payment_requests']) {
      await tx.run(sql`update ${sql.identifier(table)} set email = ${contact} where ${condition}`);
    }
  }
}

/** Ends the links to the leads and guarantees that `condition` selects. */
async function endLinksOf(tx: Tx, condition: SQL, now: number): Promise<void> {
  for (const [kind, column, table] of [
    ['receipt', 'submission_id', 'leads'],
    ['lead-receipt', 'id', 'leads'],
    ['issued', 'number', 'issued_guarantees'],
  ] as const) {
    const subjects = sql`(select cast(${sql.identifier(column)} as text)
      from ${sql.identifier(table)} where ${condition})`;
    await endLinksWhere(tx, kind, sql`subject in ${subjects}`, now);
  }
}
