import type { ReactNode } from 'react';
import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { PaymentRequestList } from '#components/payments/payment-request-list.tsx';
import { RequestForm } from '#components/payments/request-form.tsx';
import { isPayable, similarRequestNotice } from '#lib/domain/payments/copy.ts';
import type { AttachedPayment, LeadPayment } from '#lib/domain/requests/team/view.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';

type Props = LeadPartProps & {
  price: number | undefined;
  requests: readonly LeadPayment[];
  /** Payments that belong to no payment request. */
  attached: readonly AttachedPayment[];
  notice: ReactNode;
};

/**
 * Shows payment requests, other payments and the form for a new request, which starts with the last
 * unpaid one.
 */
export function LeadPayments({ lead, list, values, errors, price, requests, ...more }: Props) {
  const { attached, notice } = more;
  const allPayments = [...requests, ...attached].sort((a, b) => b.createdAt - a.createdAt);
  const { id, submissionId, email } = lead;
  const open = requests.find(({ state }) => isPayable(state));
  const last = open ?? requests.find(({ state }) => state === 'expired' || state === 'cancelled');
  const requestProps = {
    lead: `${id}`,
    correo: email,
    detalle:
      last?.description ??
      (submissionId === null ? '' : `Comisión de la garantía, solicitud N.º ${submissionId}`),
    monto: groupAmount(`${last?.pesos ?? price ?? ''}`),
  };
  const refused = Boolean(
    errors.open ?? errors.monto ?? errors.detalle ?? errors.correo ?? values.lead,
  );
  return (
    <LeadSection
      id="pagos"
      title="Pagos"
      notice={notice}
      foldLabel={open ? 'Cambiarlo o pedir otro pago' : 'Pedir un pago'}
      isOpen={refused}
      foldedContent={
        <>
          {lead.lastAct === 'offered' && (
            <p className="mb-4">
              Todavía no acepta las condiciones: al aceptarlas se crea su pago. Pídelo aquí solo si
              es otro.
            </p>
          )}
          <RequestForm
            values={{ ...requestProps, ...values }}
            errors={errors}
            query={fromList(list)}
            prior={similarRequestNotice(requests)}
          />
        </>
      }
    >
      {allPayments.length > 0 && (
        <PaymentRequestList
          requests={allPayments}
          leadId={id}
          search={fromList(list)}
          renderActions={(requestId) => {
            const mail = requests.find((request) => request.id === requestId)?.mail;
            return mail && <DeliveryButton {...mail} leadId={id} list={list} />;
          }}
        />
      )}
    </LeadSection>
  );
}
