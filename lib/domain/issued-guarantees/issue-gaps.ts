import { findConditions } from '#lib/domain/requests/conditions/reads.ts';
import { conditionsStateOf } from '#lib/domain/requests/conditions/rules.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { documentsInStates } from '#lib/domain/requests/requested-documents/rules.ts';
import { attachmentLabels } from '#lib/domain/requests/submissions/copy.ts';
import { listLeadPaymentRequests } from '#lib/domain/requests/team/reads/get-lead.ts';
import type { StoredLead } from '#lib/domain/requests/team/view.ts';
import { formatCount } from '#lib/platform/chile/format.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

type Lead = Pick<StoredLead, 'id' | 'state' | 'missing'>;

/** Lists in words what the applicant still owes before the guarantees of a request are issued. */
export async function listIssueGaps(ctx: AdminCtx, lead: Lead): Promise<string[]> {
  if (lead.state === 'emitida') return [];
  const [conditions, payments, leadWithDocuments] = await Promise.all([
    findConditions(ctx, lead.id),
    listLeadPaymentRequests(ctx, lead.id),
    findLeadWithDocuments(lead.id),
  ]);
  const { requestedDocuments = [] } = leadWithDocuments ?? {};
  const awaitedDocuments = documentsInStates(['missing', 'late'], requestedDocuments, ctx.now);
  const conditionsState = conditions && conditionsStateOf(conditions, lead.state, ctx.now);
  const unpaidPayments = payments.filter(
    ({ id, state }) =>
      unpaidStates.includes(state) || (state === 'expired' && id === conditions?.paymentRequestId),
  );
  const titles = awaitedDocuments.map(({ title }) => title).join(', ');
  return [
    ...(conditionsState && conditionsState !== 'accepted' ? ['que acepte las condiciones'] : []),
    ...unpaidPayments.map(({ amount, description }) => `el pago de ${amount} (${description})`),
    ...(awaitedDocuments.length > 0
      ? [`${formatCount(awaitedDocuments.length, 'documento', 'documentos')} (${titles})`]
      : []),
    ...lead.missing.map((kind) => attachmentLabels[kind].toLowerCase()),
  ];
}

const unpaidStates: readonly string[] = ['waiting', 'paying', 'review', 'held'];
