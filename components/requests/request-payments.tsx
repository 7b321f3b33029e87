import { PayLink } from '#components/payments/pay-link.tsx';
import { Section } from '#components/ui/section.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { paymentRequestCopy } from '#lib/domain/payments/copy.ts';
import type { describeRequestedPayment } from '#lib/domain/requests/applicant/rules.ts';

type Props = {
  payments: readonly ReturnType<typeof describeRequestedPayment>[];
  /**
   * Path of the payment to which the main button of the page leads. Here it gets only a plain link.
   */
  mainButtonPath: string | undefined;
  /** Sum of the due payments. Set in the list of pending steps. */
  sumText?: string;
  /** Text that says until when to pay, or null. */
  payByText?: string | null;
};

export function RequestPayments({ payments, mainButtonPath, sumText, payByText }: Props) {
  if (payments.length === 0) return null;
  return (
    <Section
      id={sumText ? 'pago' : undefined}
      isItem={sumText !== undefined}
      title={payments.length === 1 ? 'Pago' : sumText ? `Pagos: ${sumText}` : 'Pagos'}
    >
      <ul className="border-t border-line">
        {payments.map(
          ({
            id,
            state,
            amountText,
            description,
            payer,
            dayText,
            receiptPath,
            pagePath,
            path,
            attemptText,
          }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="text-lg font-semibold whitespace-nowrap">{amountText}</span>
                  <Tag tone={paymentRequestCopy[state].tone}>{paymentRequestCopy[state].label}</Tag>
                </p>
                <p className="wrap-anywhere">
                  <UnbrokenText text={description} />
                </p>
                {payer && <p className="text-sm wrap-anywhere">Se lo pedimos a {payer}</p>}
                {dayText && !(payByText && state === 'waiting') && (
                  <p className="text-sm text-ink-soft">{dayText}</p>
                )}
                {attemptText && <p className="font-semibold">{attemptText}</p>}
                <p className="flex flex-wrap gap-x-5">
                  {receiptPath && (
                    <a href={receiptPath} download className="inline-block py-1.5">
                      Descargar el comprobante del pago
                    </a>
                  )}
                  {pagePath && (
                    <a href={pagePath} className="inline-block py-1.5">
                      Ver el pago
                    </a>
                  )}
                </p>
              </div>
              {state === 'waiting' && path !== mainButtonPath && (
                <PayLink path={path} amount={amountText} description={description} />
              )}
              {state === 'waiting' && path === mainButtonPath && (
                <a href={path} className="py-1.5">
                  Pagar
                  <VisuallyHidden>{` ${amountText}: ${description}`}</VisuallyHidden>
                </a>
              )}
            </li>
          ),
        )}
      </ul>
      {payByText && (
        <p className="mt-3 font-semibold">
          <UnbrokenText text={payByText} />
        </p>
      )}
      {payments.some(({ state }) => state === 'paid' || state === 'refunded') && (
        <p className="mt-4 text-sm text-ink-soft">
          El comprobante del pago llega por correo a quien pagó. Con una cuenta de ese correo
          también está en <a href="/panel/pagos">tus pagos</a>.
        </p>
      )}
    </Section>
  );
}
