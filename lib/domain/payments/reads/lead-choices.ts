import { eq, sql } from 'drizzle-orm';
import { leadName, listPayerLeads } from '#lib/domain/payments/reads/payment-lead-guess.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { leadKindCopy, requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { guaranteeName } from '#lib/domain/requests/submissions/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { jsonColumn, sqlList } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';

type RequestedGuarantee = Pick<GuaranteeItem, 'tipoGarantia' | 'montoGarantia' | 'monedaGarantia'>;

/**
 * Lists the requests and messages to which a payment may belong, newest first, each with its kind,
 * amount, state and applicant.
 */
export async function listLeadChoices(payment: Payment) {
  const payerLeads = await listPayerLeads(payment);
  const rows = await getDb()
    .read.select({
      ...{ id: leads.id, name: leads.name, company: leads.company },
      ...{ state: leads.state, handledAt: leads.handledAt },
      guarantees: jsonColumn<RequestedGuarantee[]>(sql`(select json_group_array(json_object(
        'tipoGarantia', value ->> '$.tipoGarantia', 'montoGarantia', value ->> '$.montoGarantia',
        'monedaGarantia', value ->> '$.monedaGarantia'))
        from json_each(${submissions.answers}, '$.garantias'))`),
    })
    .from(leads)
    .leftJoin(submissions, eq(submissions.id, leads.submissionId))
    .where(sql`${leads.id} in ${sqlList(payerLeads.map(({ id }) => id))}`);
  return payerLeads.flatMap(({ createdAt, ...lead }) => {
    const row = rows.find(({ id }) => id === lead.id);
    if (!row) return [];
    const isRequest = lead.kind === 'garantia';
    const guaranteeNames = row.guarantees.map(guaranteeName);
    const handledText = row.handledAt === null ? 'Por atender' : 'Atendido';
    const facts = [
      ...(isRequest ? guaranteeNames : [leadKindCopy[lead.kind]]),
      isRequest ? requestStateCopy[row.state] : handledText,
      [row.name, row.company].filter(Boolean).join(', '),
      `del ${formatDay(createdAt)}`,
    ];
    return [{ id: lead.id, label: leadName(lead), facts: facts.join(' · ') }];
  });
}
