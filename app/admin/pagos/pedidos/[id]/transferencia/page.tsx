import { notFound } from 'next/navigation';
import { pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { paymentRequestCopy } from '#lib/domain/payments/copy.ts';
import { findPayingPayment, findPaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import {
  mayRecordTransfer,
  operationNumberLabel,
  transferCode,
  transferPath,
} from '#lib/domain/payments/transfer.ts';
import { paymentRequestState } from '#lib/domain/payments/view.ts';
import { formatDay, formatPesos, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

type Props = PageProps<'/admin/pagos/pedidos/[id]/transferencia'>;

export const generateMetadata = pageMetadata('Registrar una transferencia');

export default async function TransferPage(props: Props) {
  const { now } = await getPageAdmin({ sudo: true });
  const { problem, values, errors } = await readPageQuery(props);
  const request = await findPaymentRequest(pathPart((await props.params).id));
  if (!request || !getEnv().transferAccount) notFound();
  const { id, amount, description, email, createdAt, leadId } = request;
  const payment = await findPayingPayment(request);
  const state = paymentRequestState(request, payment?.state ?? null, now);
  const today = isoDay(now);
  return (
    <div className="max-w-text">
      {leadId === null ? (
        <BackLink href="/admin/pagos" label="Todos los pagos" />
      ) : (
        <BackLink href={`/admin/leads/${leadId}#pagos`} label="La solicitud" />
      )}
      <PageHeading caption="Registrar una transferencia">{formatPesos(amount)}</PageHeading>
      <ProblemNotice problem={problem} />
      <SummaryList
        dense
        rows={[
          { label: 'Concepto', value: description },
          { label: 'Se pidió a', value: `${email}, el ${formatDay(createdAt)}` },
          { label: 'Glosa', value: transferCode(id) },
          { label: 'Estado', value: paymentRequestCopy[state].label },
        ]}
      />
      {mayRecordTransfer(state) ? (
        <Form action={`${transferPath(id)}/registrar`} className="mt-6 grid gap-5">
          <Notice>
            <p>
              Regístrala cuando veas el monto completo en la cuenta. Al presionar, el comprobante
              sale de inmediato a {email} y el enlace deja de cobrar. No se puede deshacer.
            </p>
          </Notice>
          <DateField
            label="Día en que llegó"
            name="dia"
            defaultValue={values.dia}
            min={isoDay(createdAt)}
            max={today}
            error={errors.dia}
            required
          />
          <TextField
            label={operationNumberLabel}
            name="operacion"
            defaultValue={values.operacion}
            error={errors.operacion}
            hint="Está en la cartola o en el aviso del banco. Queda en el pago y en la auditoría."
            maxLength={40}
            autoComplete="off"
            width="medium"
            optional
          />
          <div>
            <Button>Registrar {formatPesos(amount)} recibidos</Button>
          </div>
        </Form>
      ) : (
        <p className="mt-6">Este pago ya no espera una transferencia.</p>
      )}
    </div>
  );
}
