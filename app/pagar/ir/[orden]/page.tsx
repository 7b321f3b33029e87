import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { pathPart, readPageQuery, secretPageMetadata } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { HandOverForm } from '#components/payments/hand-over-form.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findGuestPayment, findOwnPayment } from '#lib/domain/payments/reads/payments.ts';
import { paymentPath, resultPath } from '#lib/domain/payments/view.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';

export const metadata: Metadata = { title: 'Vamos a Webpay', ...secretPageMetadata };

type Props = PageProps<'/pagar/ir/[orden]'>;

/**
 * The last page before Webpay, and the only one whose policy allows posting to another site
 * (lib/http/server/page-policy.ts). A script submits the form, or else the person presses its
 * button.
 */
export default async function HandOverPage(props: Props) {
  const { orden } = await props.params;
  const { enlace } = (await readPageQuery(props)).query;
  const payment = enlace
    ? await findGuestPayment({ link: enlace, buyOrder: pathPart(orden) }, now())
    : await findOwnPayment(await requirePageUser(), pathPart(orden));
  if (!payment) notFound();
  const { buyOrder, state, token, payUrl: url } = payment;
  const path = enlace ? resultPath(payment) : paymentPath(buyOrder);
  if (state !== 'pending' || !token || !url) redirect(path);
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="py-12 sm:py-20">
          <PageHeading caption="Pago con tarjeta">Vamos a Webpay</PageHeading>
          <HandOverForm action={url} buyOrder={buyOrder}>
            <input type="hidden" name="token_ws" value={token} />
            <p className="text-lg">
              Te llevamos a la página segura de Transbank para pagar{' '}
              <strong className="whitespace-nowrap">{formatPesos(payment.amount)}</strong>. Cuando
              termines, vuelves aquí.
            </p>
            <p className="mt-3 text-ink-soft">Tienes unos 5 minutos para pagar.</p>
            <div className="mt-6">
              <Button wide>Ir a pagar</Button>
            </div>
          </HandOverForm>
          <p className="mt-6">
            <a href={path} className="inline-block py-2">
              Ver cómo va este pago
            </a>
          </p>
        </div>
      </Container>
      <FirstFocus />
    </SiteShell>
  );
}
