import type { ReactNode } from 'react';
import { EmailDoubt, PayerEmail } from '#components/payments/payer-email.tsx';
import { Payee } from '#components/payments/payment-result.tsx';
import { PaymentSummary } from '#components/payments/payment-summary.tsx';
import { type Transfer, TransferDetails } from '#components/payments/transfer-details.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { ShareButton } from '#components/ui/share-button.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import type { SummaryRow } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { heldText, type PaymentRequestState } from '#lib/domain/payments/copy.ts';

type Props = {
  state: PaymentRequestState;
  title: string;
  /** Name of the recipient of the money. */
  payee: string;
  amount: string | null;
  /** The amount that was refunded, if only a part. */
  refunded?: string | null;
  rows: readonly SummaryRow[];
  /** Terms that the payer accepted together with the price. */
  terms: string | undefined;
  tax: string;
  /** Text that says what happens to the money if the guarantee is not issued (ABOUT_REFUND). */
  ifNotIssued?: string | undefined;
  proof: {
    /** Path of the payment, for its owner. */
    href?: string;
    /** Masked e-mail to which a guest's receipt went. */
    to: string | null;
  };
  until: string;
  /** Text that says until when to pay so that the guarantee can begin in time, or null. */
  payByText?: string | null;
  /** How to ask the team before paying, shown below `payByText`. */
  advice?: ReactNode;
  /** Path of the request, for its applicant. */
  requestPath?: string | null;
  path: string;
  /** E-mail of the logged-in payer, or null for a guest. */
  email: string | null;
  /** Name of the account holder for whom a logged-in payer pays. */
  actsFor?: string | null;
  receiptTo: string | null;
  /** Value and error of the field for a guest's second receipt. */
  typed: { value?: string | undefined; error?: string | undefined };
  /** URL of the page, which can be forwarded to the payer. */
  link: string;
  /** Since when somebody pays it at Webpay, such as `desde las 14:32`, or null. */
  attemptText?: string | null;
  /** Account for a transfer, or null if only cards are accepted. */
  transfer?: Transfer | null;
};

export function RequestedPaymentCard({
  state,
  title,
  payee,
  amount,
  refunded,
  rows,
  terms,
  tax,
  ifNotIssued,
  proof,
  payByText,
  advice,
  requestPath,
  link,
  attemptText,
  transfer,
  ...payProps
}: Props) {
  const stateNotice = stateNotices[state];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      <StatusCard
        caption="Pago solicitado por Resguardo"
        title={stateNotice?.title ?? title}
        {...(stateNotice && { tone: stateNotice.tone })}
      >
        {stateNotice && <p className="mt-4 max-w-text">{stateNotice.text}</p>}
        {stateNotice && <p className="mt-2 wrap-anywhere">{title}</p>}
        {amount && <p className="mt-2 text-3xl font-bold whitespace-nowrap sm:mt-4">{amount}</p>}
        {amount && <Payee name={payee} isPaid={state === 'paid' || state === 'refunded'} />}
        <div className="mt-4 sm:mt-6">
          {stateNotice ? (
            <>
              {refunded && <p>{refunded} al mismo medio de pago.</p>}
              {proof.href && <a href={proof.href}>Ver el pago y su comprobante</a>}
              {state === 'paid' && !proof.href && proof.to && (
                <p className="wrap-anywhere">
                  El comprobante y el enlace para ver este pago llegan por correo a {proof.to}.
                </p>
              )}
            </>
          ) : (
            <>
              {payByText && (
                <div className="mb-4 grid gap-2">
                  <p className="font-semibold">
                    <UnbrokenText text={payByText} />
                  </p>
                  {advice}
                </div>
              )}
              {requestPath && (
                <p className="mb-4">
                  <a href={requestPath} className="inline-block py-1">
                    Ver mi solicitud
                  </a>
                  {advice && (
                    <>
                      {' '}
                      o{' '}
                      <a href={`${requestPath}#mensaje`} className="inline-block py-1">
                        escribirle a tu asesor
                      </a>
                    </>
                  )}
                </p>
              )}
              {attemptText && (
                <div className="mb-6">
                  <Notice>
                    Alguien lo está pagando en Webpay {attemptText}. Si no eres tú, espera unos
                    minutos y vuelve a cargar: se cobra una sola vez.
                  </Notice>
                </div>
              )}
              {ifNotIssued && <p className="mb-4 wrap-anywhere">{ifNotIssued}</p>}
              <PaymentForm
                {...payProps}
                showsPayByDay={Boolean(payByText)}
                isOnlyCard={!transfer}
              />
              {transfer && <TransferDetails {...transfer} receiptTo={payProps.receiptTo} />}
            </>
          )}
        </div>
      </StatusCard>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
        <PaymentSummary
          title={state === 'paid' ? 'Qué se pagó' : 'Qué pagas'}
          {...{ rows, terms }}
        />
        {!stateNotice && (
          <Section title="¿Lo paga otra persona?">
            <p className="text-ink-soft">Envíale este enlace: no necesita una cuenta.</p>
            <ShareButton id="enlace" label="Enlace de pago" link={link} title={title} />
          </Section>
        )}
        {!stateNotice && <p className="text-sm text-ink-soft">{tax}</p>}
      </div>
    </div>
  );
}

export type PaymentFormProps = Pick<
  Props,
  'path' | 'email' | 'actsFor' | 'receiptTo' | 'until' | 'typed'
> & {
  label?: string;
  /** True after a failed payment, whose typed e-mail is sent again. */
  isRetry?: boolean;
  /** True if the page already names an earlier day for the payment. */
  showsPayByDay?: boolean;
  /** False if the page offers a transfer too. */
  isOnlyCard?: boolean;
};

/** The button that pays, with or without an account. */
export function PaymentForm(props: PaymentFormProps) {
  const { path, email, actsFor, receiptTo, until, typed, isRetry, showsPayByDay } = props;
  const { label = 'Pagar con Webpay', isOnlyCard = true } = props;
  return (
    <EditorsOnly>
      <Form action={`${path}/crear`}>
        {!email && isRetry && <input type="hidden" name="correo" value={typed.value ?? ''} />}
        {!email && !isRetry && (
          <div className="mb-6">
            {/* Enter presses the first button of the form, which would otherwise change the e-mail. */}
            {typed.error && <button type="submit" hidden />}
            <PayerEmail
              label="Tu correo"
              optional
              hint={`El comprobante llega a ${receiptTo}. Escribe el tuyo para recibirlo también.`}
              typed={typed}
            />
            {typed.error && <EmailDoubt typed={typed.value} />}
          </div>
        )}
        <Button wide>{label}</Button>
        <p className="mt-3 text-sm text-ink-soft">
          {email
            ? `Pagas por ${actsFor ?? 'tu empresa'}: el comprobante llega a`
            : 'No necesitas una cuenta.'}{' '}
          {email && <strong className="wrap-anywhere">{email}. </strong>}
          {!showsPayByDay && `El enlace sirve hasta el ${until}.`}
        </p>
        <p className="mt-2 text-sm text-ink-soft">
          {isOnlyCard ? 'Solo se paga' : 'Pagas'} con tarjeta de débito, crédito o prepago, en la
          página de Transbank. Nosotros no vemos los datos de tu tarjeta.
        </p>
      </Form>
    </EditorsOnly>
  );
}

type StateNotice = { tone: 'success' | 'info' | 'warning'; title: string; text: string };

const stateNotices: Record<PaymentRequestState, StateNotice | null> = {
  waiting: null,
  held: { tone: 'info', title: 'Antes hay que aceptar', text: heldText },
  paying: {
    tone: 'info',
    title: 'Alguien está pagando esto ahora',
    text: 'Vuelve a cargar la página en unos minutos.',
  },
  paid: { tone: 'success', title: 'Ya está pagado', text: 'Gracias. No hay nada más que pagar.' },
  review: {
    tone: 'warning',
    title: 'Estamos revisando un pago',
    text: 'No pagues otra vez: te escribiremos.',
  },
  refunded: { tone: 'info', title: 'Se pagó y se devolvió', text: 'No hay nada que pagar.' },
  cancelled: { tone: 'info', title: 'Tu asesor anuló este pago', text: 'No hay nada que pagar.' },
  expired: { tone: 'warning', title: 'Este enlace venció', text: 'Pídele uno nuevo a tu asesor.' },
};
