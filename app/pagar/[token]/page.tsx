import { notFound } from 'next/navigation';
import { findPageMember } from '#app/page-member.ts';
import { type PageProps, pathPart, readPageQuery, titled } from '#app/page-query.ts';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { RequestedPayment } from '#components/payments/requested-payment.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { requestPath } from '#lib/domain/payments/links.ts';
import { readLinkedRequest } from '#lib/domain/payments/reads.ts';
import { pesos, requestState } from '#lib/domain/payments/view.ts';
import { now } from '#lib/platform/clock.ts';
import { formatDay } from '#lib/platform/format.ts';

type Props = PageProps & { params: Promise<{ token: string }> };

export const generateMetadata = titled('Pago pedido', {
  robots: { index: false },
  referrer: 'no-referrer',
});

/** A payment request: its link shows it without a login; paying asks for one. */
export default async function RequestedPaymentPage(props: Props) {
  const { token } = await props.params;
  const found = await readLinkedRequest(pathPart(token));
  if (!found) notFound();
  const { request, paymentState } = found;
  const { problem } = await readPageQuery(props);
  const member = await findPageMember();
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-8 pb-16 sm:pt-12">
          <PageHeading caption="Te lo pidió el equipo de Resguardo">
            {request.description}
          </PageHeading>
          <ProblemNotice problem={problem} />
          <RequestedPayment
            state={requestState(request, paymentState, now())}
            amount={pesos(request.amount)}
            until={formatDay(request.expiresAt)}
            path={requestPath(request.id)}
            email={member?.email ?? null}
          />
        </div>
      </Container>
      <AccountEnhancers />
    </SiteShell>
  );
}
