import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { guaranteeName } from '#lib/domain/requests/submissions/view.ts';
import { neededKinds } from '#lib/domain/uploads/schema.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { ownerName } from '#lib/platform/mail/public-names.ts';

type AcceptedConditions = { issuer: string; terms: string; acceptedAt: number };

/**
 * Returns what a payment request is for. `rows` have no person, RUT or documents, because the link
 * may be forwarded. `accepted` holds the accepted conditions, or null if no accepted conditions led
 * to the payment request.
 */
export async function findPaymentSubject({ id, leadId }: PaymentRequest) {
  const acceptedColumn =
    jsonColumn<AcceptedConditions>(sql`(select json_set(c.detail, '$.acceptedAt', a.at)
    from lead_events a join lead_events c on c.lead_id = a.lead_id and c.kind = 'conditions'
      and c.detail ->> '$.version' = a.detail ->> '$.version'
    where a.lead_id = leads.id and a.kind = 'accepted'
      and a.detail ->> '$.paymentRequestId' = ${id} order by a.id desc limit 1)`);
  const [row] = await getDb()
    .read.select({
      id: leads.submissionId,
      applicant: leads.email,
      state: leads.state,
      tenderId: leads.tenderId,
      company: leads.company,
      closesAt: sql<number | null>`(select closes_at from marketplace_tenders
        where code = ${leads.tenderId})`,
      answers: submissions.answers,
      accepted: acceptedColumn,
    })
    .from(leads)
    .leftJoin(submissions, eq(submissions.id, leads.submissionId))
    .where(and(eq(leads.id, leadId ?? 0), isNull(leads.erasedAt)))
    .limit(1);
  const garantias = row?.answers?.garantias ?? [];
  const guaranteeNames = garantias.map(guaranteeName);
  const rows = [
    { label: 'Solicitud', value: row?.id && formatRequestNumber(row.id) },
    { label: 'Empresa', value: ownerName(row?.company) },
    {
      label: guaranteeNames.length > 1 ? `${guaranteeNames.length} garantías` : 'Garantía',
      value: guaranteeNames.join('; '),
    },
    { label: 'Emisor', value: row?.accepted?.issuer },
  ];
  return {
    submissionId: row?.id ?? null,
    applicant: row?.applicant ?? null,
    isDecided: row !== undefined && isDecided(row.state),
    accepted: row?.accepted ?? null,
    garantias,
    hasNeededFiles: neededKinds.every((kind) => row?.answers?.[kind]),
    tenderId: row?.tenderId ?? null,
    closesAt: row?.closesAt ?? null,
    rows: rows.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
  };
}
