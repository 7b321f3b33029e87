import { getPageMember } from '#app/page-member.ts';
import { type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { PayForm } from '#components/payments/pay-form.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getOwnPayment } from '#lib/domain/payments/reads.ts';
import { groupAmount } from '#lib/platform/amounts.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { webpayConfigured } from '#lib/platform/webpay/open.ts';

export const generateMetadata = titled('Pagar');

export default async function PayPage(props: PageProps) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const member = await getPageMember('/pagar');
  const earlier = problem ? {} : await valuesOf(member, query.otra);
  return (
    <PanelPage member={member} current="pagos">
      <div className="max-w-form">
        <BackLink href="/panel/pagos" label="Tus pagos" />
        <PageHeading>Haz un pago</PageHeading>
        <ProblemNotice problem={problem} order={['monto', 'detalle']} />
        {webpayConfigured() ? (
          <PayForm values={{ ...earlier, ...values }} errors={errors} />
        ) : (
          <Notice tone="warning">
            <p>Los pagos todavía no están disponibles aquí. Escríbele a tu asesor.</p>
          </Notice>
        )}
      </div>
    </PanelPage>
  );
}

async function valuesOf(member: MemberCtx, buyOrder = ''): Promise<Record<string, string>> {
  const payment = await getOwnPayment(member, buyOrder).catch(() => null);
  if (!payment) return {};
  return { monto: groupAmount(String(payment.amount)), detalle: payment.description ?? '' };
}
