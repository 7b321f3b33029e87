import { type SQL, sql } from 'drizzle-orm';
import type { AffectedRecord } from '#lib/domain/erasure/view.ts';
import { mailedToCondition } from '#lib/domain/links/reads.ts';
import { formatDay, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';

/** The people whom another person's request names, with their fields, the e-mail first. */
const contacts = [
  {
    fields: ['emailContratista', 'nombreContactoContratista', 'telefonoContratista'],
    role: 'contacto en la empresa',
  },
  {
    fields: ['emailMandante', 'nombreContactoMandante', 'telefonoMandante'],
    role: 'contacto del mandante',
  },
] as const;

const MAX_LISTED = 50;

const namesContactCondition = (answers: SQL, field: string, email: string) =>
  sql`lower(${answers} ->> ${`$.${field}`}) = ${email}`;

/** Lists other people's requests in which this e-mail (lower case) is a contact. */
export async function listRequestsWithContact(email: string): Promise<AffectedRecord[]> {
  const recordsByRole = await Promise.all(
    contacts.map(async ({ fields: [emailField], role }) => {
      const rows = await getDb().read.all<{ id: number; number: number; createdAt: number }>(sql`
        select l.id, s.id as number, l.created_at as "createdAt"
        from submissions s join leads l on l.submission_id = s.id
        where ${namesContactCondition(sql`s.answers`, emailField, email)} and l.email <> ${email}
          and l.erased_at is null order by s.id desc limit ${MAX_LISTED}`);
      return rows.map(({ id, number, createdAt }) => ({
        name: `Solicitud ${formatRequestNumber(number)}`,
        href: `/admin/leads/${id}`,
        details: `${role}, en la solicitud de otra persona del ${formatDay(createdAt)}`,
      }));
    }),
  );
  return recordsByRole.flat();
}

/**
 * Removes this contact from other people's requests and drafts. The rest of them stays. Requires a
 * transaction.
 */
export async function blankContacts(tx: Tx, email: string): Promise<void> {
  for (const { fields } of contacts) {
    const paths = (prefix: string) =>
      sql.join(
        fields.map((field) => sql`${`$.${prefix}${field}`}`),
        sql`, `,
      );
    await tx.run(sql`update submissions set answers = json_remove(answers, ${paths('')})
      where ${namesContactCondition(sql`answers`, fields[0], email)}`);
    await tx.run(sql`update drafts set answers = json_remove(answers, ${paths('values.')})
      where ${namesContactCondition(sql`answers`, `values.${fields[0]}`, email)}`);
  }
}

/**
 * Returns one record if a mail was sent to this e-mail, or if the CRM or the calendar reported
 * something about it.
 */
export async function listMailTraces(email: string): Promise<AffectedRecord[]> {
  const rows = await getDb().read.all<{ found: number }>(sql`select 1 as found
    where exists (select 1 from links where ${mailedToCondition(email)})
    or exists (select 1 from deliveries
      where kind = 'draft.resume-mail' and lower(payload ->> '$.email') = ${email})
    or exists (select 1 from webhook_events where instr(lower(body), '"' || ${email} || '"') > 0)`);
  return rows.map(() => ({
    name: 'Enlaces y avisos',
    href: null,
    details: 'Lo que se le envió, y lo que el CRM o la agenda avisó con ese correo',
  }));
}
