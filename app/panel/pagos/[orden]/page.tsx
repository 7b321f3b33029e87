import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { pathPart, secretPageMetadata } from '#app/_lib/page-query.ts';
import { findPageSession, findPageUser } from '#app/_lib/page-user.ts';
import { PaymentActions } from '#components/payments/payment-actions.tsx';
import { PaymentResult } from '#components/payments/payment-result.tsx';
import { Reload } from '#components/payments/reload.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { resultOf, resultText } from '#lib/domain/payments/copy.ts';
import { payeeName, taxNote } from '#lib/domain/payments/payee-view.ts';
import { findRequestOfPayment } from '#lib/domain/payments/reads/list-own.ts';
import {
  findOwnPayment,
  findPaymentByOrder,
  readShownReason,
} from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { isCharged, isOpen } from '#lib/domain/payments/transitions.ts';
import { cardRowLabels, payerPaths, paymentPath, paymentRows } from '#lib/domain/payments/view.ts';
import { formatPesos, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';

type Props = PageProps<'/panel/pagos/[orden]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const payment = await findPaymentByOrder(orderOf(await params));
  const title = payment ? resultOf(payment.state, payment.reason).title : 'No encontramos ese pago';
  return { title, ...secretPageMetadata };
}

/** Shows the result of a payment. Only its owner sees amount and card. */
export default async function PaymentPage({ params, searchParams }: Props) {
  const payment = await findPaymentByOrder(orderOf(await params));
  if (!payment) notFound();
  const { detalle, v: reloadCount } = await searchParams;
  const { state, buyOrder } = payment;
  const reason = await readShownReason(payment);
  const path = paymentPath(buyOrder);
  const user = await findPageUser();
  if (detalle && !user) redirect(`/login?next=${encodeURIComponent(path)}`);
  const isOwn = user !== null && (await findOwnPayment(user, buyOrder)) !== null;
  // A guest's payment with the e-mail of this account is shown as the account's own.
  const shownPayment = isOwn ? { ...payment, accountId: user.accountId } : payment;
  const isGuests = shownPayment.accountId === GUEST_ACCOUNT_ID;
  const steps = payerPaths({ ...shownPayment, reason }, now());
  const result = (
    <PaymentResult
      {...{ state, reason, buyOrder }}
      text={resultText({ ...payment, reason })}
      amount={isOwn ? formatPesos(payment.amount) : undefined}
      payee={payeeName()}
    >
      <PaymentActions
        isOwn={isOwn}
        steps={isGuests ? { ...steps, retry: null, refreshPath: steps.refreshPath && path } : steps}
        detailPath={isOwn || isGuests ? null : `${path}?detalle=1`}
      />
      {isOpen(state) && <Reload path={path} times={reloadCount} />}
    </PaymentResult>
  );
  // A logged-in person gets the panel's layout from layout.tsx.
  if (!(await findPageSession())) {
    return (
      <SiteShell quiet>
        <Container width="form">
          <div className="pt-4 pb-16 sm:pt-8">{result}</div>
        </Container>
        <FirstFocus />
      </SiteShell>
    );
  }
  if (!isOwn) return <div className="max-w-form">{result}</div>;
  const submissionId = await findRequestOfPayment(user, payment);
  const contact = await findContact({ holderId: payment.accountId, personId: payment.personId });
  return (
    <>
      <BackLink href="/panel/pagos" label="Todos tus pagos" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        {result}
        <Section title="Detalle">
          <SummaryList rows={paymentRows(payment, cardRowLabels)} />
          {submissionId !== null && (
            <p className="mt-4">
              <a href={`/panel/solicitudes/${submissionId}`}>
                Ver la solicitud {formatRequestNumber(submissionId)}
              </a>
            </p>
          )}
          {isCharged(state) && (
            <p className="mt-4 text-sm wrap-anywhere text-ink-soft">
              {contact && `El comprobante va a ${contact}. `}
              {taxNote()}
            </p>
          )}
        </Section>
      </div>
    </>
  );
}

function orderOf({ orden }: { orden: string }): string {
  return pathPart(orden).slice(0, 26);
}
