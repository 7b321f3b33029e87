import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getPageMember } from '#app/page-member.ts';
import { type PageProps, pathPart, readPageQuery } from '#app/page-query.ts';
import { PaymentEnhancers } from '#components/payments/enhancers.tsx';
import { HandOver } from '#components/payments/hand-over.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findGuestPayment, findOwnPayment } from '#lib/domain/payments/reads.ts';
import { paymentPath, pesos, resultPath } from '#lib/domain/payments/view.ts';
import { now } from '#lib/platform/clock.ts';

export const metadata: Metadata = {
  title: 'Vamos a Webpay',
  robots: { index: false },
  referrer: 'no-referrer',
};

type Props = PageProps & { params: Promise<{ orden: string }> };

/** The last page before Webpay: its policy alone lets a form leave (lib/platform/headers.ts). */
export default async function HandOverPage(props: Props) {
  const { orden } = await props.params;
  const { enlace } = (await readPageQuery(props)).query;
  const payment = enlace
    ? await findGuestPayment({ link: enlace, buyOrder: pathPart(orden) }, now())
    : await findOwnPayment(await getPageMember(`/pagar/ir/${orden}`), pathPart(orden));
  if (!payment) notFound();
  const { buyOrder, state, token, payUrl } = payment;
  const path = enlace ? resultPath(payment) : paymentPath(buyOrder);
  if (state !== 'pending' || !token || !payUrl) redirect(path);
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="py-12 sm:py-20">
          <PageHeading caption="Pago con tarjeta">Vamos a Webpay</PageHeading>
          <HandOver {...{ buyOrder, token }} url={payUrl} amount={pesos(payment.amount)} />
          <p className="mt-6">
            <a href={path} className="inline-block py-2">
              Ver cómo va este pago
            </a>
          </p>
        </div>
      </Container>
      <PaymentEnhancers />
    </SiteShell>
  );
}
