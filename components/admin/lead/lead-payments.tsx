import type { ReactNode } from 'react';
import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { UndeliveredWarning } from '#components/admin/lead/undelivered-mail.tsx';
import { PaymentRequestList } from '#components/payments/payment-request-list.tsx';
import { RequestForm } from '#components/payments/request-form.tsx';
import { isPayable, similarRequestNotice } from '#lib/domain/payments/copy.ts';
import type { AttachedPayment, LeadPayment } from '#lib/domain/requests/team/view.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';

type Props = LeadPartProps & {
  price: number | undefined;
  requests: readonly LeadPayment[];
  /** Payments that belong to no payment request. */
  attachedPayments: readonly AttachedPayment[];
  notice: ReactNode;
};

/**
 * Shows payment requests, other payments and the form for a new request, which starts with the last
 * unpaid one.
 */
export function LeadPayments({
  lead,
  list,
  values,
  errors,
  price,
  requests,
  ...otherProps
}: Props) {
  const { attachedPayments, notice } = otherProps;
  const allPayments = [...requests, ...attachedPayments].sort((a, b) => b.createdAt - a.createdAt);
  const { id, submissionId, email } = lead;
  const openRequest = requests.find(({ state }) => isPayable(state));
  const lastUnpaidRequest =
    openRequest ?? requests.find(({ state }) => state === 'expired' || state === 'cancelled');
  const initialValues = {
    lead: `${id}`,
    correo: email,
    detalle:
      lastUnpaidRequest?.description ??
      (submissionId === null ? '' : `Comisión de la garantía, solicitud N.º ${submissionId}`),
    monto: groupAmount(`${lastUnpaidRequest?.pesos ?? price ?? ''}`),
  };
  const isRefused = Boolean(
    errors.open ?? errors.monto ?? errors.detalle ?? errors.correo ?? values.lead,
  );
  return (
    <LeadSection
      id="pagos"
      title="Pagos"
      notice={notice}
      foldLabel={openRequest ? 'Cambiarlo o pedir otro pago' : 'Pedir un pago'}
      isOpen={isRefused}
      foldedContent={
        <>
          <UndeliveredWarning lead={lead} list={list} />
          {lead.lastAct === 'offered' && (
            <p className="mb-4">
              Todavía no acepta las condiciones: al aceptarlas se crea su pago. Pídelo aquí solo si
              es otro.
            </p>
          )}
          <RequestForm
            values={{ ...initialValues, ...values }}
            errors={errors}
            query={fromList(list)}
            priorRequest={similarRequestNotice(requests)}
          />
        </>
      }
    >
      {allPayments.length > 0 && (
        <PaymentRequestList
          requests={allPayments}
          leadId={id}
          backSearchParams={fromList(list)}
          renderActions={(paymentRequestId) => {
            const mail = requests.find((request) => request.id === paymentRequestId)?.mail;
            return mail && <DeliveryButton {...mail} leadId={id} list={list} />;
          }}
        />
      )}
    </LeadSection>
  );
}
