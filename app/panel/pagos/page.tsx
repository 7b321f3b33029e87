import { readPageQuery, titled } from '#app/_lib/page-query.ts';
import { getPageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { ListTable, type TableColumn } from '#components/list/list-table.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { DueList } from '#components/panel/due-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { paymentItem } from '#lib/domain/dashboard/view.ts';
import { stateTag } from '#lib/domain/payments/copy.ts';
import { listDuePayments } from '#lib/domain/payments/list-requests.ts';
import { isCharged } from '#lib/domain/payments/machine.ts';
import { listOwnPayments, type Payment } from '#lib/domain/payments/reads.ts';
import { paymentPath, pesos, resultPath } from '#lib/domain/payments/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

const PAGE_SIZE = 20;

export const generateMetadata = titled('Tus pagos');

export default async function PaymentsPage(props: PageProps<'/panel/pagos'>) {
  const { query, problem } = await readPageQuery(props);
  const user = await getPageUser();
  const offset = /^\d{1,5}$/.test(query.desde ?? '') ? Number(query.desde) : 0;
  const [{ rows, total }, due] = await Promise.all([
    listOwnPayments(user, { limit: PAGE_SIZE, offset }),
    offset === 0 ? listDuePayments(user) : [],
  ]);
  const next = offset + rows.length < total ? offset + PAGE_SIZE : null;
  return (
    <>
      <PageHeading lead="Con tarjeta, por Webpay de Transbank. Lo que pagó otra persona por ti está en la página de tu solicitud.">
        {user.companyId ? 'Pagos de la empresa' : 'Tus pagos'}
      </PageHeading>
      <ProblemNotice problem={problem} />
      {due.length > 0 && (
        <div className="mb-6 max-w-text">
          <DueList title="Por pagar" items={due.map((payment) => paymentItem(payment, user.now))} />
        </div>
      )}
      <EditorsOnly>
        <div className="mb-6">
          <LinkButton href="/pagar" variant={due.length > 0 ? 'secondary' : 'primary'} wide>
            Hacer un pago
          </LinkButton>
        </div>
      </EditorsOnly>
      {rows.length > 0 ? (
        <ListTable {...{ columns, rows }} caption="Pagos" keyOf={({ id }) => id} now={user.now} />
      ) : (
        <EmptyState art="request">
          {total > 0 ? 'No hay más pagos.' : 'Todavía no hay ninguno hecho con esta cuenta.'}
        </EmptyState>
      )}
      <NextPage path="/panel/pagos" values={{}} page={{ next }} from="desde" />
    </>
  );
}

const columns: readonly TableColumn<Payment>[] = [
  {
    label: 'Concepto',
    cell: ({ description, buyOrder }) => ({
      text: description ?? 'Sin concepto',
      href: paymentPath(buyOrder),
    }),
  },
  { label: 'Fecha', width: 'time', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { label: 'Monto', width: 'short', right: true, cell: ({ amount }) => pesos(amount) },
  {
    label: 'Estado',
    width: 'time',
    cell: (payment) => ({ text: stateTag(payment).label, tone: stateTag(payment).tone }),
  },
  {
    label: 'Comprobante',
    width: 'time',
    cell: (payment) =>
      isCharged(payment.state) && (
        <a
          href={resultPath({ buyOrder: payment.buyOrder }, '/comprobante')}
          className="relative z-1"
        >
          Comprobante<VisuallyHidden> del pago {payment.buyOrder}</VisuallyHidden> (PDF)
        </a>
      ),
  },
];
