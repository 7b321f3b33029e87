import { notFound, redirect } from 'next/navigation';
import { pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { RefundForm } from '#components/payments/refund-form.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { refundReasonCopy } from '#lib/domain/payments/copy.ts';
import { findPaymentForTeam } from '#lib/domain/payments/reads/team.ts';
import { needsSecondAdmin } from '#lib/domain/payments/rules.ts';
import type { refundForm } from '#lib/domain/payments/schema.ts';
import {
  adminPaymentPath,
  confirmedRefundRows,
  parseRefundAmount,
  refundableAmount,
} from '#lib/domain/payments/view.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Props = PageProps<'/admin/pagos/[buyOrder]/devolver'>;

export const generateMetadata = pageMetadata('Confirma la devolución');

/** Shows amount and recipient again before the refund. Only this page has its button. */
export default async function ConfirmRefundPage(props: Props) {
  const buyOrder = pathPart((await props.params).buyOrder);
  const { query, problem, values, errors } = await readPageQuery(props);
  const typedAmount = query.amount ?? values.amount;
  const path = adminPaymentPath(buyOrder);
  const admin = await getPageAdmin({ sudo: true });
  const details = await findPaymentForTeam(admin, buyOrder);
  if (!details) notFound();
  const { payment, email, company, refunds } = details;
  const maxRefund = refundableAmount(payment);
  const field = formFields<typeof refundForm>({ values, errors });
  if (maxRefund === 0 || refunds.some(({ state }) => state === 'unclear' || state === 'proposed'))
    redirect(path);
  const { amount, error } = parseRefundAmount(payment, typedAmount);
  const { refundSecondAdminClp: limit } = getEnv();
  const isLarge = amount !== undefined && needsSecondAdmin(payment, { amount, max: limit });
  return (
    <div className="max-w-text">
      <BackLink href={path} label="Volver al pago" />
      <PageHeading intro="Vuelve a la tarjeta y no se puede deshacer.">
        {amount === undefined ? 'Devuelve un pago' : `¿Devolver ${formatPesos(amount)}?`}
      </PageHeading>
      <ProblemNotice problem={problem} />
      {amount === undefined ? (
        <RefundForm
          action={`${path}/devolver`}
          maxText={groupAmount(String(maxRefund))}
          typed={typedAmount}
          error={error}
        />
      ) : (
        <Form action={`${path}/devolver/enviar`} className="grid gap-6">
          {isLarge && (
            <Notice tone="warning" title="La aprueba otra persona del equipo">
              <p>Por su monto, el dinero no vuelve hasta que alguien más la apruebe.</p>
            </Notice>
          )}
          <SummaryList rows={confirmedRefundRows(payment, { amount, email, company })} />
          <SelectField
            {...field('reason')}
            label="¿Por qué se devuelve?"
            autoComplete="off"
            width="medium"
            options={Object.entries(refundReasonCopy).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            {...field('note')}
            label="Detalle"
            optional
            hint="Lo lee el equipo, y va en la planilla de pagos."
            autoComplete="off"
            maxLength={200}
          />
          {/* Idempotency key, so that a double click makes one refund. */}
          <HiddenField<typeof refundForm> name="clave" value={randomId()} />
          <HiddenField<typeof refundForm> name="amount" value={amount} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" wide>
              {isLarge
                ? `Pedir que se devuelvan ${formatPesos(amount)}`
                : `Devolver ${formatPesos(amount)}`}
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
