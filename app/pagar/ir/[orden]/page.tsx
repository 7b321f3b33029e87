import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getPageMember } from '#app/page-member.ts';
import { pathPart } from '#app/page-query.ts';
import { PaymentEnhancers } from '#components/payments/enhancers.tsx';
import { HandOver } from '#components/payments/hand-over.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findPaymentByOrder } from '#lib/domain/payments/reads.ts';
import { paymentPath, pesos } from '#lib/domain/payments/view.ts';

export const metadata: Metadata = {
  title: 'Vamos a Webpay',
  robots: { index: false },
  referrer: 'no-referrer',
};

type Props = { params: Promise<{ orden: string }> };

/** The last page before Webpay: its policy alone lets a form leave (lib/platform/headers.ts). */
export default async function HandOverPage({ params }: Props) {
  const { orden } = await params;
  const member = await getPageMember(`/pagar/ir/${orden}`);
  const payment = await findPaymentByOrder(pathPart(orden));
  if (payment?.accountId !== member.accountId) notFound();
  const { buyOrder, state, token, payUrl } = payment;
  if (state !== 'pending' || !token || !payUrl) redirect(paymentPath(buyOrder));
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="py-12 sm:py-20">
          <PageHeading caption="Pago con tarjeta">Vamos a Webpay</PageHeading>
          <HandOver {...{ buyOrder, token }} url={payUrl} amount={pesos(payment.amount)} />
          <p className="mt-6">
            <a href={paymentPath(buyOrder)} className="inline-block py-2">
              Ver cómo va este pago
            </a>
          </p>
        </div>
      </Container>
      <PaymentEnhancers />
    </SiteShell>
  );
}
