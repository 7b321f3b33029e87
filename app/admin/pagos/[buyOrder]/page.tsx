import { notFound } from 'next/navigation';
import { findNotice, pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { PaymentDeliveries } from '#components/admin/payment-deliveries.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { PaymentLead } from '#components/payments/payment-lead.tsx';
import { ProposedRefund, UnclearRefund } from '#components/payments/refund-decisions.tsx';
import { RefundForm } from '#components/payments/refund-form.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { differenceCopy } from '#lib/domain/payments/copy.ts';
import { payerOf } from '#lib/domain/payments/payer-view.ts';
import { listLeadChoices } from '#lib/domain/payments/reads/lead-choices.ts';
import {
  findLeadNumber,
  guessText,
  leadName,
  listRepetitions,
} from '#lib/domain/payments/reads/payment-lead-guess.ts';
import { findPaymentForTeam } from '#lib/domain/payments/reads/team.ts';
import { queryResultText, unconfirmedRows } from '#lib/domain/payments/reads/unconfirmed.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import {
  refundRows,
  teamPaymentRows,
  teamTag,
  timelineRows,
} from '#lib/domain/payments/team-view.ts';
import { isCharged, isOpen } from '#lib/domain/payments/transitions.ts';
import { adminPaymentPath, refundableAmount } from '#lib/domain/payments/view.ts';
import { recipientText } from '#lib/domain/requests/team/delivery-list.ts';
import { listDeliveries } from '#lib/domain/requests/team/reads/list-deliveries.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDateTime, formatPesos } from '#lib/platform/chile/format.ts';
import { pathWithQuery } from '#lib/platform/web/path-with-query.ts';

type Props = PageProps<'/admin/pagos/[buyOrder]'>;

export const generateMetadata = pageMetadata('Pago');

export default async function AdminPaymentPage(props: Props) {
  const buyOrder = pathPart((await props.params).buyOrder);
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const details = await findPaymentForTeam(admin, buyOrder);
  if (!details) notFound();
  const { payment, refunds, requestedLeadId: requestedLead } = details;
  const { state, metadata, difference, accountId, leadBasis } = payment;
  const leadId = requestedLead ?? payment.leadId;
  const [leadNumber, leadChoices, repetitions, deliveries] = await Promise.all([
    findLeadNumber(leadId),
    requestedLead === null && isCharged(state) ? listLeadChoices(payment) : null,
    listRepetitions(payment),
    listDeliveries({ pago: buyOrder }),
  ]);
  const leadLabel = leadNumber && leadName(leadNumber);
  const maxRefund = refundableAmount(payment);
  const tag = teamTag(payment, details.isPaidByAnotherAttempt);
  const unclearRefund = refunds.find((refund) => refund.state === 'unclear');
  const proposedRefund = refunds.find((refund) => refund.state === 'proposed');
  const isGuess = leadBasis === 'guess' && leadNumber;
  const guess = isGuess ? guessText(leadNumber, payment.description) : null;
  const path = adminPaymentPath(payment.buyOrder);
  const notice = findNotice(notices, query);
  const queryResult = query.aviso === 'preguntado' ? queryResultText(query, payment) : null;
  return (
    <div className="max-w-text">
      <BackLink href="/admin/pagos" label="Todos los pagos" />
      <PageHeading caption={payerOf(details)}>{formatPesos(payment.amount)}</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && (queryResult?.isAnswered ? queryResult.text : notice)}</DoneNotice>
      {queryResult && !queryResult.isAnswered && (
        <Notice tone="warning" role="status">
          <p>{queryResult.text}</p>
        </Notice>
      )}
      {difference && (
        <Notice tone="danger" title="No coincide con Webpay">
          <p>{differenceCopy[difference]}. Revísalo en el portal de Transbank.</p>
        </Notice>
      )}
      {repetitions.length > 0 && (
        <Notice tone="warning" title="Posible cobro doble">
          <p>La misma persona pagó también lo mismo. Compara los dos antes de devolver.</p>
          <ul>
            {repetitions.map((other) => (
              <li key={other.buyOrder}>
                <a href={adminPaymentPath(other.buyOrder)} className="block py-1 wrap-anywhere">
                  Pago {other.buyOrder}, {formatDateTime(other.createdAt)}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="mt-5 grid gap-5">
        {proposedRefund && (
          <ProposedRefund
            refund={proposedRefund}
            isOwn={proposedRefund.actor === admin.accountId}
            path={path}
          />
        )}
        {unclearRefund && <UnclearRefund refund={unclearRefund} path={path} />}
        {isOpen(state) && (
          <Card title="Falta la respuesta de Webpay">
            <SummaryList rows={unconfirmedRows(payment, admin.now)} />
            {state === 'pending' && (
              <Form action={`${path}/preguntar`} className="mt-4">
                <Button variant="secondary" compact>
                  Preguntar ahora a Webpay
                </Button>
              </Form>
            )}
          </Card>
        )}
        <Card title="El pago" aside={<Tag tone={tag.tone}>{tag.label}</Tag>}>
          <SummaryList rows={teamPaymentRows(payment)} />
          <p className="mt-3 flex flex-wrap gap-x-5">
            {requestedLead !== null && (
              <a href={`/admin/leads/${requestedLead}#pagos`} className="inline-block py-1.5">
                {leadLabel ?? 'Ver a quién se le pidió'}
              </a>
            )}
            {accountId !== GUEST_ACCOUNT_ID && (
              <a
                href={`/admin/cuentas/${encodeURIComponent(accountId)}`}
                className="inline-block py-1.5"
              >
                {isCharged(state) ? 'Cuenta de quien pagó' : 'Cuenta de quien iba a pagar'}
              </a>
            )}
            <a
              href={`/admin/auditoria?${new URLSearchParams({ object: buyOrder })}`}
              className="inline-block py-1.5"
            >
              Su auditoría
            </a>
          </p>
        </Card>
        <Card title="Sus tiempos">
          <SummaryList rows={timelineRows(payment)} />
        </Card>
        <PaymentDeliveries
          deliveries={deliveries.rows.map((row) => ({ ...row, to: recipientText(row) }))}
          listPath={pathWithQuery('/admin/entregas', { pago: buyOrder })}
        />
        {leadChoices && (
          <PaymentLead
            action={`${path}/asociar`}
            {...{ leadLabel, leadId }}
            guessText={guess}
            choices={leadChoices}
          />
        )}
        {refunds.length > 0 && (
          <Card title="Devoluciones">
            <SummaryList rows={refundRows(refunds)} />
          </Card>
        )}
        {maxRefund > 0 && !unclearRefund && !proposedRefund && (
          <Card title="Devolver">
            <RefundForm
              action={`${path}/devolver`}
              maxText={groupAmount(String(maxRefund))}
              typed={values.amount}
              error={errors.amount}
            />
          </Card>
        )}
        {metadata && (
          <Card title="Datos de la integración">
            <pre className="overflow-x-auto text-sm whitespace-pre-wrap wrap-anywhere">
              {metadata}
            </pre>
          </Card>
        )}
      </div>
    </div>
  );
}

const notices: Record<string, string> = {
  propuesta: 'Pedimos la devolución. Falta que otra persona del equipo la apruebe aquí.',
  retirada: 'Retiramos la devolución: no se hizo.',
  asociado: 'Asociaste el pago a esa solicitud.',
  separado: 'El pago ya no está asociado a ninguna solicitud.',
  transferencia: 'Registraste la transferencia: el comprobante va en camino por correo.',
  devuelto: 'Webpay aceptó la devolución.',
  hecha: 'Anotamos que la devolución se hizo.',
  'no-hecha': 'Anotamos que la devolución no se hizo. Ya puedes pedir otra.',
};
