import { getPageMember } from '#app/page-member.ts';
import { type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { AttentionList } from '#components/panel/attention-list.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { PaymentList } from '#components/payments/payment-list.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { paymentItem } from '#lib/domain/attention/view.ts';
import { listDuePayments } from '#lib/domain/payments/due.ts';
import { listOwnPayments } from '#lib/domain/payments/reads.ts';
import { listedPayment } from '#lib/domain/payments/view.ts';

const PAGE = 20;

export const generateMetadata = titled('Tus pagos');

export default async function PaymentsPage(props: PageProps) {
  const { query, problem } = await readPageQuery(props);
  const member = await getPageMember('/panel/pagos');
  const offset = /^\d{1,5}$/.test(query.desde ?? '') ? Number(query.desde) : 0;
  const [{ rows, total }, due] = await Promise.all([
    listOwnPayments(member, { limit: PAGE, offset }),
    offset === 0 ? listDuePayments(member) : [],
  ]);
  return (
    <PanelPage member={member} current="pagos">
      <div className="max-w-text">
        <PageHeading lead="Con tarjeta, por Webpay de Transbank.">Tus pagos</PageHeading>
        <ProblemNotice problem={problem} />
        {due.length > 0 && (
          <div className="mb-6">
            <AttentionList title="Por pagar" items={due.map(paymentItem)} />
          </div>
        )}
        <div className="mb-6">
          <LinkButton href="/pagar" variant={due.length > 0 ? 'secondary' : 'primary'} wide>
            Hacer un pago
          </LinkButton>
        </div>
        {rows.length > 0 ? (
          <PaymentList payments={rows.map(listedPayment)} />
        ) : (
          <p>{total > 0 ? 'No hay más pagos.' : 'Todavía no has hecho ninguno.'}</p>
        )}
        {offset + rows.length < total && (
          <div className="mt-6">
            <LinkButton href={`/panel/pagos?desde=${offset + PAGE}`} variant="secondary">
              Ver anteriores
            </LinkButton>
          </div>
        )}
      </div>
    </PanelPage>
  );
}
