import { notFound } from 'next/navigation';
import { findPageMember } from '#app/page-member.ts';
import { type PageProps, pathPart, readPageQuery, titled } from '#app/page-query.ts';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { RequestedPayment } from '#components/payments/requested-payment.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { readLinkedRequest } from '#lib/domain/payments/reads.ts';
import { shownRequest } from '#lib/domain/payments/view.ts';
import { now } from '#lib/platform/clock.ts';

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
  const { title, ...shown } = shownRequest(found, now());
  const { problem } = await readPageQuery(props);
  const member = await findPageMember();
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-8 pb-16 sm:pt-12">
          <PageHeading caption="Te lo pidió el equipo de Resguardo">{title}</PageHeading>
          <ProblemNotice problem={problem} />
          <RequestedPayment {...shown} email={member?.email ?? null} />
        </div>
      </Container>
      <AccountEnhancers />
    </SiteShell>
  );
}
