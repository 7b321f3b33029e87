import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DueList } from '#components/panel/due-list.tsx';
import { AmountField } from '#components/payments/amount-field.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { paymentItem } from '#lib/domain/dashboard/view.ts';
import { listDuePayments } from '#lib/domain/payments/reads/payment-requests.ts';
import { getOwnPayment } from '#lib/domain/payments/reads/payments.ts';
import type { paymentForm } from '#lib/domain/payments/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { isWebpayConfigured } from '#lib/platform/webpay/client.ts';

export const generateMetadata = pageMetadata('Pagar');

export default async function PayPage(props: PageProps<'/pagar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser();
  const duePayments = await listDuePayments(user);
  const earlierValues = await readEarlierValues(user, query.otra);
  const field = formFields<typeof paymentForm>({ values: { ...earlierValues, ...values }, errors });
  return (
    <div className="max-w-form">
      <BackLink href="/panel/pagos" label="Tus pagos" />
      <PageHeading>Haz un pago</PageHeading>
      <ProblemNotice problem={problem} />
      {duePayments.length > 0 && (
        <div className="mb-8">
          <DueList
            title="Lo que te pedimos pagar"
            items={duePayments.map((payment) => paymentItem(payment, user.now))}
          />
          <h2 className="mt-8 text-lg">Otro pago</h2>
        </div>
      )}
      {isWebpayConfigured() ? (
        <EditorsOnly>
          <Form action="/pagar/crear" className="grid gap-6">
            <AmountField {...field('monto')} />
            <TextField
              {...field('detalle')}
              label="Concepto"
              hint="Por ejemplo, la comisión de tu garantía o el número de tu solicitud."
              autoComplete="off"
              maxLength={200}
            />
            <div>
              <Button wide>Continuar a Webpay</Button>
              <p className="mt-3 text-sm text-ink-soft">
                Pagas en la página de Transbank, con débito, crédito o prepago. Nosotros no vemos
                los datos de tu tarjeta.
              </p>
            </div>
          </Form>
        </EditorsOnly>
      ) : (
        <Notice tone="warning">
          <p>Los pagos todavía no están disponibles aquí. Escríbele a tu asesor.</p>
        </Notice>
      )}
    </div>
  );
}

async function readEarlierValues(
  user: SignedInCtx,
  buyOrder = '',
): Promise<Record<string, string>> {
  const payment = await getOwnPayment(user, buyOrder).catch(() => null);
  if (!payment) return {};
  return { monto: groupAmount(String(payment.amount)), detalle: payment.description ?? '' };
}
