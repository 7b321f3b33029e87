import type { ReactNode } from 'react';
import { PayerEmail } from '#components/payments/payer-email.tsx';
import { PaymentActions, type Steps } from '#components/payments/payment-actions.tsx';
import { PaymentResult } from '#components/payments/payment-result.tsx';
import { Reload } from '#components/payments/reload.tsx';
import { PaymentForm, type PaymentFormProps } from '#components/payments/requested-payment.tsx';
import { type Transfer, TransferDetails } from '#components/payments/transfer-details.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  type PaymentRequestState,
  type PaymentStatus,
  resultText,
} from '#lib/domain/payments/copy.ts';

type Props = {
  payment: PaymentStatus & { buyOrder: string; receiptEmail: string | null };
  steps: Steps;
  payee: string;
  /**
   * Set for a guarantee: by when to hand it in, or to pay for it after a failed attempt, and where
   * its applicant continues.
   */
  next: { text: string | null; advice: ReactNode; requestPath: string | null } | null;
  reload: { path: string; times: string | undefined };
  /** The payment request. Its state is `waiting` if it can be paid again. */
  request: PaymentFormProps & {
    title: string;
    state: PaymentRequestState;
    amount: string | null;
    refunded: string | null;
  };
  /** Offered below the button that tries a failed payment again. */
  transfer: Transfer | null;
};

export function GuestResult(props: Props) {
  const { payment, steps, payee, next, reload, request, transfer } = props;
  const { amount, refunded, title, state, ...formProps } = request;
  const mayRetry = steps.retry !== null && state === 'waiting';
  const emailField = {
    ...formProps.typed,
    value: formProps.typed.value ?? payment.receiptEmail ?? undefined,
  };
  const requestLink = next?.requestPath && (
    <div className="mt-4">
      <LinkButton href={next.requestPath} variant={mayRetry ? 'secondary' : 'primary'} wide>
        Ver mi solicitud
      </LinkButton>
    </div>
  );
  return (
    <PaymentResult
      {...payment}
      {...{ payee }}
      text={resultText(payment, formProps)}
      amount={amount ?? undefined}
      retryAct={
        mayRetry && (
          <div className="mt-6">
            <PaymentForm
              {...formProps}
              typed={emailField}
              label="Intentar otra vez"
              isRetry
              isOnlyCard={!transfer}
            />
            {transfer && <TransferDetails {...transfer} receiptTo={formProps.receiptTo} isRetry />}
            {requestLink}
          </div>
        )
      }
      next={
        next && (
          <>
            {next.text && (
              <p className="mt-4 max-w-text font-semibold">
                <UnbrokenText text={next.text} />
              </p>
            )}
            {next.advice && <div className="mt-2">{next.advice}</div>}
            {!mayRetry && requestLink}
          </>
        )
      }
    >
      <p className="mt-2 wrap-anywhere">{title}</p>
      {payment.reason === 'already-paid' && (
        <p className="mt-3">
          {state === 'paid' && formProps.receiptTo
            ? `Ya está pagado: el comprobante llegó por correo a ${formProps.receiptTo}.`
            : 'No pagues otra vez.'}{' '}
          <a href={formProps.path}>Ver cómo va el otro pago</a>
        </p>
      )}
      {refunded && <p className="mt-1">{refunded} al mismo medio de pago.</p>}
      {(steps.receipt ?? steps.continuePath ?? steps.refreshPath) && (
        <PaymentActions isOwn steps={{ ...steps, retry: null }} detailPath={null} />
      )}
      {steps.receipt && !payment.receiptEmail && (
        <Form
          action={`${formProps.path}/enviar-comprobante`}
          className="mt-6 grid gap-4 print:hidden"
        >
          <input type="hidden" name="orden" value={payment.buyOrder} />
          <PayerEmail
            label="Enviar el comprobante a"
            hint="A un correo más, por ejemplo el tuyo o el de tu contador."
            typed={formProps.typed}
          />
          <Button variant="secondary" wide>
            Enviar comprobante
          </Button>
        </Form>
      )}
      {steps.refreshPath && <Reload {...reload} />}
    </PaymentResult>
  );
}
