import { redirect } from 'next/navigation';
import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, noticeOf, type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { AllPayments } from '#components/payments/all-payments.tsx';
import { RequestForm } from '#components/payments/request-form.tsx';
import { RequestList } from '#components/payments/request-list.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { priorOf } from '#lib/domain/payments/copy.ts';
import { listPaymentRequests, listPrior } from '#lib/domain/payments/list-requests.ts';
import { listAllPayments, listUnclearRefunds } from '#lib/domain/payments/reads.ts';
import { newPaymentRequest, typedAmount } from '#lib/domain/payments/schema.ts';
import { adminPath, adminPayment, listedRequest, pesos } from '#lib/domain/payments/view.ts';
import { now } from '#lib/platform/clock.ts';
import { formatDay } from '#lib/platform/format.ts';

const PAGE = 25;
const REQUESTS = 10;

export const generateMetadata = titled('Pagos');

export default async function AdminPaymentsPage(props: PageProps) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin(addressOf('/admin/pagos', query));
  if (/^\d{1,15}$/.test(query.lead ?? '')) redirect(`/admin/leads/${query.lead}#pagos`);
  const before = /^\d{1,15}$/.test(query.antes ?? '') ? Number(query.antes) : undefined;
  const [unclear, found, requests] = await Promise.all([
    listUnclearRefunds(),
    listAllPayments(admin, { limit: PAGE + 1, before }),
    listPaymentRequests(admin, { limit: REQUESTS }),
  ]);
  const sent = newPaymentRequest.pick({ amount: true, email: true }).safeParse({
    amount: typedAmount.safeParse(values.monto).data,
    email: values.correo,
  });
  const prior = sent.success ? priorOf(await listPrior(admin, sent.data)) : null;
  const notice = noticeOf(notices, query);
  const payments = found.slice(0, PAGE);
  const last = payments.at(-1);
  return (
    <AdminPage email={admin.email} current="pagos">
      <PageHeading>Pagos</PageHeading>
      <ProblemNotice problem={problem} order={['open', 'monto', 'detalle', 'correo']} />
      {notice && !problem && (
        <div className="mb-6">
          <Notice tone="success" role="status">
            <p>{notice}</p>
          </Notice>
        </div>
      )}
      {unclear.length > 0 && (
        <div className="mb-6">
          <Notice tone="danger" title="Devoluciones sin confirmar">
            <p>Webpay no respondió y ya no informa. Revisa en su portal si se hicieron.</p>
            <ul>
              {unclear.map(({ id, buyOrder, amount, askedAt }) => (
                <li key={id}>
                  <a href={adminPath(buyOrder)} className="inline-block py-1 tabular-nums">
                    {pesos(amount)}, pedida el {formatDay(askedAt)}
                  </a>
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <Card title="Todos los pagos">
          <AllPayments payments={payments.map(adminPayment)} />
          {last && found.length > PAGE && (
            <div className="mt-6">
              <LinkButton href={`/admin/pagos?antes=${last.payment.id}`} variant="secondary">
                Ver anteriores
              </LinkButton>
            </div>
          )}
        </Card>
        <div className="grid gap-5">
          <div id="pedir">
            <Card title="Pedir un pago">
              <RequestForm values={values} errors={errors} prior={prior} />
            </Card>
          </div>
          <Card title="Pagos pedidos">
            <RequestList requests={requests.map((row) => listedRequest(row, now()))} />
            <p className="mt-4 text-sm">
              ¿Alguien pide que borremos sus datos?{' '}
              <a href="/admin/borrar" className="inline-block py-1">
                Bórralos por su correo
              </a>
            </p>
          </Card>
        </div>
      </div>
    </AdminPage>
  );
}

const notices = {
  pedido: 'Pediste el pago: el enlace va en camino por correo.',
  anulado: 'Anulaste el pago: su enlace ya no sirve.',
};
