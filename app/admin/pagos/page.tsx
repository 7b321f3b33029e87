import { redirect } from 'next/navigation';
import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { type TableColumn, wrapColumn } from '#components/list/list-table.tsx';
import { Listing } from '#components/list/listing.tsx';
import { RequestForm } from '#components/payments/request-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { CommandLink } from '#components/ui/commands.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { similarRequestNotice } from '#lib/domain/payments/copy.ts';
import { paymentColumns } from '#lib/domain/payments/lists/payment-columns.ts';
import {
  monthFilters,
  paymentFilterQuery,
  paymentFilters,
} from '#lib/domain/payments/lists/payment-filter.ts';
import { listPaymentsAndRequests, type PaymentRow } from '#lib/domain/payments/reads/admin-list.ts';
import { listSimilarRequests } from '#lib/domain/payments/reads/payment-requests.ts';
import { findPaymentRequest, listUnclearRefunds } from '#lib/domain/payments/reads/payments.ts';
import { readPaymentTotalsText } from '#lib/domain/payments/reads/totals.ts';
import { amountForm, paymentRequestBody } from '#lib/domain/payments/schema.ts';
import { adminPaymentPath, paymentRequestState } from '#lib/domain/payments/view.ts';
import { formatDay, formatPesos } from '#lib/platform/chile/format.ts';
import { fieldErrors, parseValid } from '#lib/platform/operations/fields.ts';
import { isRowId } from '#lib/platform/operations/row-id.ts';

const pagePath = '/admin/pagos';
const search = {
  name: 'q',
  label: 'Buscar',
  placeholder: 'Correo, nombre, concepto o monto; orden, solicitud, póliza, licitación o RUT',
};

export const generateMetadata = pageMetadata('Pagos');

export default async function AdminPaymentsPage(props: PageProps<'/admin/pagos'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin();
  if (isRowId(query.lead)) redirect(`/admin/leads/${query.lead}#pagos`);
  const { antes: before, aviso: _, error: __, anular = '', ...filterParams } = query;
  const { now } = admin;
  const filter = parseValid(paymentFilterQuery, filterParams);
  const { error } = paymentFilterQuery.pick({ from: true, to: true }).safeParse(filterParams);
  const [unclearRefunds, page, requestToCancel, total] = await Promise.all([
    listUnclearRefunds(),
    listPaymentsAndRequests({ ...filter, before, now }),
    findPaymentRequest(anular),
    readPaymentTotalsText(filter, now),
  ]);
  const prefilled = paymentRequestBody.pick({ amount: true, email: true }).safeParse({
    amount: amountForm.safeParse(values.monto).data,
    email: values.correo,
  });
  const priorRequest = prefilled.success
    ? similarRequestNotice(await listSimilarRequests(admin, prefilled.data))
    : null;
  const isFiltered = Boolean(filter.q ?? filter.state ?? filter.from ?? filter.to);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <PageHeading>Pagos</PageHeading>
        <CommandLink
          commandLabel="Pedir un pago"
          href="#pedir"
          className={buttonClass({ variant: 'secondary', compact: true })}
        >
          Pedir un pago
        </CommandLink>
      </div>
      <ProblemNotice problem={problem} />
      <DoneNotice>{problem ? undefined : findNotice(notices, query)}</DoneNotice>
      {unclearRefunds.length > 0 && (
        <div className="mb-6">
          <Notice tone="danger" title="Devoluciones sin confirmar">
            <p>Webpay no respondió y ya no informa. Revisa en su portal si se hicieron.</p>
            <ul>
              {unclearRefunds.map(({ id, buyOrder, amount, requestedAt }) => (
                <li key={id}>
                  <a href={adminPaymentPath(buyOrder)} className="inline-block py-1">
                    {formatPesos(amount)}, pedida el {formatDay(requestedAt)}
                  </a>
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {requestToCancel && paymentRequestState(requestToCancel, null, now) === 'waiting' && (
        <AskCancel {...requestToCancel} />
      )}
      <Listing
        {...{ path: pagePath, values: filterParams, search, now }}
        page={error ? null : page}
        errors={error && fieldErrors(error)}
        shortcuts={monthFilters(now)}
        cursorParam="antes"
        cursor={before}
        filters={paymentFilters}
        columns={[...paymentColumns.map(wrapColumn), requestLinks]}
        keyOf={({ key }) => key}
        total={total}
        title={isFiltered ? 'Encontrados' : 'Todos los pagos'}
        empty={isFiltered ? 'Nada coincide.' : 'Todavía no hay pagos.'}
        csv="/api/admin/payments.csv"
      />
      <Card id="pedir" className="mt-8" title="Pedir un pago">
        <RequestForm values={values} errors={errors} priorRequest={priorRequest} />
      </Card>
    </>
  );
}

/** Links of an unpaid request: to its payment page, its transfer and its cancellation. */
const requestLinks: TableColumn<PaymentRow> = {
  label: 'Por hacer',
  width: 'tag',
  cell: ({ unpaidRequest: owed }) =>
    owed && (
      <span className="relative z-1 flex flex-wrap gap-x-3">
        {owed.state === 'waiting' && <a href={owed.url}>Enlace de pago</a>}
        {owed.transfer && (
          <a href={owed.transfer.path}>
            Registrar transferencia<VisuallyHidden> de {owed.amount}</VisuallyHidden>
          </a>
        )}
        {owed.state === 'waiting' && (
          <a href={`${pagePath}?anular=${owed.id}`}>
            Anular<VisuallyHidden> el pago de {owed.amount}</VisuallyHidden>
          </a>
        )}
      </span>
    ),
};

function AskCancel({ id, amount, email }: { id: string; amount: number; email: string }) {
  return (
    <Form action={`${pagePath}/pedidos/${id}/anular`} className="mb-6">
      <Notice tone="warning" title={`¿Anular el pago de ${formatPesos(amount)} a ${email}?`}>
        <p className="mb-3">
          El enlace deja de servir. Si alguien lo está pagando en este momento, ese pago sigue.
        </p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button variant="danger" compact>
            Sí, anular
          </Button>
          <a href={pagePath} className="inline-block py-2">
            No, dejarlo
          </a>
        </div>
      </Notice>
    </Form>
  );
}

const notices = {
  pedido: 'Pediste el pago: el enlace va en camino por correo.',
  anulado: 'Anulaste el pago: su enlace ya no sirve.',
};
