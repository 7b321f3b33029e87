import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { CsvLink } from '#components/list/csv-link.tsx';
import { ListTable, type TableColumn } from '#components/list/list-table.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { DueList } from '#components/panel/due-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { paymentItem } from '#lib/domain/dashboard/view.ts';
import { ownPaymentColumns } from '#lib/domain/payments/lists/own-columns.ts';
import { ownPaymentsListQuery, paymentStateLabels } from '#lib/domain/payments/lists/own-filter.ts';
import {
  listOwnPaymentPage,
  type OwnPayment,
  sumOwnPayments,
} from '#lib/domain/payments/reads/list-own.ts';
import { listDuePayments } from '#lib/domain/payments/reads/list-requests.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import { resultPath } from '#lib/domain/payments/view.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';

const PAGE_SIZE = 20;

export const generateMetadata = pageMetadata('Tus pagos');

const pagePath = '/panel/pagos';

export default async function PaymentsPage(props: PageProps<'/panel/pagos'>) {
  const { query, problem } = await readPageQuery(props);
  const user = await requirePageUser();
  const { antes: before, estado } = parseValid(ownPaymentsListQuery, query);
  const [{ rows, next }, duePayments, paidTotal] = await Promise.all([
    listOwnPaymentPage(user, { estado, before, limit: PAGE_SIZE }),
    listDuePayments(user),
    sumOwnPayments(user),
  ]);
  const values: Record<string, string> = estado ? { estado } : {};
  const owedTotal = duePayments.reduce((sum, { price }) => sum + price, 0);
  return (
    <>
      <PageHeading intro="Con tarjeta, por Webpay de Transbank, o por transferencia. Lo que pagó otra persona por ti está en la página de tu solicitud.">
        {user.companyId ? 'Pagos de la empresa' : 'Tus pagos'}
      </PageHeading>
      <ProblemNotice problem={problem} />
      {owedTotal + paidTotal > 0 && (
        <p className="mb-4 font-semibold">
          {[
            owedTotal > 0 && `Por pagar: ${formatPesos(owedTotal)}`,
            paidTotal > 0 && `Pagado: ${formatPesos(paidTotal)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {duePayments.length > 0 && !before && (
        <div className="mb-6 max-w-text">
          <DueList
            title="Por pagar"
            items={duePayments.map((payment) => paymentItem(payment, user.now))}
          />
        </div>
      )}
      <div className="mb-6 flex flex-wrap gap-3">
        <EditorsOnly>
          <LinkButton href="/pagar" variant={duePayments.length > 0 ? 'secondary' : 'primary'} wide>
            Hacer un pago
          </LinkButton>
        </EditorsOnly>
        {rows.length > 0 && <CsvLink path={pagePath} values={values} />}
      </div>
      {(rows.length > 0 || estado) && (
        <nav aria-label="Estado de los pagos" className="mb-4 flex flex-wrap gap-x-5">
          {[['', 'Todos'] as const, ...Object.entries(paymentStateLabels)].map(([key, label]) => (
            <a
              key={label}
              href={key ? `${pagePath}?estado=${key}` : pagePath}
              aria-current={key === (estado ?? '') ? 'page' : undefined}
              className="inline-flex min-h-11 items-center aria-[current=page]:font-semibold"
            >
              {label}
            </a>
          ))}
        </nav>
      )}
      {rows.length > 0 ? (
        <ListTable {...{ columns, rows }} caption="Pagos" keyOf={({ id }) => id} now={user.now} />
      ) : (
        <EmptyState art="request">
          {estado || before
            ? 'No hay más pagos así.'
            : 'Todavía no hay ninguno hecho con esta cuenta.'}
        </EmptyState>
      )}
      <NextPage path={pagePath} values={values} page={{ next }} cursorParam="antes" />
    </>
  );
}

const columns: readonly TableColumn<OwnPayment>[] = [
  ...ownPaymentColumns,
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
