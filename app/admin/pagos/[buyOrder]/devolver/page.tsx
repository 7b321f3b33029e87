import { notFound, redirect } from 'next/navigation';
import { getPageAdmin } from '#app/_lib/page-member.ts';
import { addressOf, pathPart, readPageQuery, titled } from '#app/_lib/page-query.ts';
import { RefundForm } from '#components/payments/refund-form.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { findAnyPayment } from '#lib/domain/payments/reads.ts';
import { needsSecondAdmin } from '#lib/domain/payments/rules.ts';
import {
  adminPath,
  confirmedRefundRows,
  pesos,
  readRefund,
  refundable,
} from '#lib/domain/payments/view.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Props = PageProps<'/admin/pagos/[buyOrder]/devolver'>;

export const generateMetadata = titled('Confirma la devolución');

/** Shows amount and recipient again before the refund, whose button is only here. */
export default async function ConfirmRefundPage(props: Props) {
  const buyOrder = pathPart((await props.params).buyOrder);
  const { query } = await readPageQuery(props);
  const path = adminPath(buyOrder);
  const admin = await getPageAdmin(addressOf(`${path}/devolver`, query), { sudo: true });
  const found = await findAnyPayment(admin, buyOrder);
  if (!found) notFound();
  const { payment, email, refunds } = found;
  const left = refundable(payment);
  if (left === 0 || refunds.some(({ state }) => state === 'unclear' || state === 'proposed'))
    redirect(path);
  const { amount, error } = readRefund(payment, query.amount);
  const { refundSecondAdminClp: most } = getEnv();
  const isLarge = amount !== undefined && needsSecondAdmin(payment, { amount, most });
  return (
    <div className="max-w-text">
      <BackLink href={path} label="Volver al pago" />
      <PageHeading lead="Vuelve a la tarjeta y no se puede deshacer.">
        {amount === undefined ? 'Devuelve un pago' : `¿Devolver ${pesos(amount)}?`}
      </PageHeading>
      {amount === undefined ? (
        <RefundForm
          action={`${path}/devolver`}
          left={groupAmount(String(left))}
          typed={query.amount}
          error={error}
        />
      ) : (
        <Form action={`${path}/devolver/enviar`} className="grid gap-6">
          {isLarge && (
            <Notice tone="warning" title="La aprueba otra persona del equipo">
              <p>Por su monto, el dinero no vuelve hasta que alguien más la apruebe.</p>
            </Notice>
          )}
          <SummaryList rows={confirmedRefundRows(payment, { amount, email })} />
          {/* Idempotency key, so that a double click makes one refund. */}
          <input type="hidden" name="clave" value={randomId()} />
          <input type="hidden" name="amount" value={amount} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" wide>
              {isLarge ? `Pedir que se devuelvan ${pesos(amount)}` : `Devolver ${pesos(amount)}`}
            </Button>
            <LinkButton href={path} variant="secondary" wide>
              Cambiar el monto
            </LinkButton>
          </div>
        </Form>
      )}
    </div>
  );
}
