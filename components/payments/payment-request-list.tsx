import type { ReactNode } from 'react';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import {
  isUnstarted,
  type PaymentRequestState,
  paymentRequestCopy,
} from '#lib/domain/payments/copy.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

type ListedPaymentRequest = {
  id: string;
  amount: string;
  description: string;
  email: string;
  createdAt: number;
  expiresAt: number | null;
  state: PaymentRequestState;
  /** Null for a row that shows a finished payment without a payment request. */
  url: string | null;
  refundText: string | null;
  paymentPath: string | null;
  /** The payer, if the addressee did not pay. */
  otherPayer?: string | null;
  /** The attempt to pay that Webpay has not settled. */
  attempt?: { text: string; path: string } | null;
  /** The page that records a transfer, if possible, and the code that the payer writes. */
  transfer?: { path: string; code: string } | null;
};

type Props = {
  requests: readonly ListedPaymentRequest[];
  leadId?: number;
  backSearchParams?: string;
  renderActions?: (id: string) => ReactNode;
};

export function PaymentRequestList({
  requests,
  leadId,
  backSearchParams = '',
  renderActions,
}: Props) {
  if (requests.length === 0) return <p>Todavía no se ha pedido ninguno.</p>;
  return (
    <ul className="border-t border-line">
      {requests.map(
        ({ id, amount, description, email, createdAt, expiresAt, state, url, ...request }) => (
          <li key={id} className="border-b border-line py-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{amount}</span>
              {request.refundText ? (
                <Tag tone="warning">{request.refundText}</Tag>
              ) : (
                <Tag tone={paymentRequestCopy[state].tone}>{paymentRequestCopy[state].label}</Tag>
              )}
            </p>
            <p className="wrap-anywhere">{description}</p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {request.otherPayer ? `Solicitado a ${email}, pagó ${request.otherPayer}` : email} ·{' '}
              {formatDay(createdAt)}
              {request.transfer && ` · Glosa ${request.transfer.code}`}
            </p>
            {request.attempt && (
              <p className="text-sm">
                <a href={request.attempt.path} className="inline-block py-1.5">
                  Pago sin confirmar
                </a>{' '}
                {request.attempt.text}: no lo pidas otra vez todavía.
              </p>
            )}
            {request.paymentPath && (
              <a href={request.paymentPath} className="inline-block py-1.5 text-sm">
                Ver el pago o devolverlo
              </a>
            )}
            {request.transfer && (
              <a href={request.transfer.path} className="inline-block py-1.5 text-sm">
                Registrar transferencia<VisuallyHidden> de {amount}</VisuallyHidden>
              </a>
            )}
            {isUnstarted(state) && url && expiresAt !== null && (
              <>
                <p className="text-sm">
                  <a href={url} className="inline-block py-1.5">
                    Enlace de pago
                  </a>{' '}
                  <span className="text-ink-soft">hasta el {formatDay(expiresAt)}</span>
                </p>
                <div className="mt-1 flex flex-wrap items-start gap-2">
                  {renderActions?.(id)}
                  <ConfirmButton
                    verb="Anular"
                    subject={`el pago de ${amount}`}
                    buttonStyle={{ variant: 'secondary', compact: true }}
                    question="El enlace deja de servir. Si alguien lo está pagando en este momento, ese pago sigue."
                    action={`/admin/pagos/pedidos/${id}/anular${backSearchParams}`}
                    field={{ name: 'lead', value: `${leadId ?? ''}` }}
                  />
                </div>
              </>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
