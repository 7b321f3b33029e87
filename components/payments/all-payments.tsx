import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { stateTag } from '#lib/domain/payments/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';

export type AdminPayment = {
  buyOrder: string;
  tag: ReturnType<typeof stateTag>;
  amount: string;
  description: string | null;
  payer: string;
  createdAt: number;
  difference: string | null;
  path: string;
};

export function AllPayments({ payments }: { payments: readonly AdminPayment[] }) {
  if (payments.length === 0) return <p>Todavía no hay pagos.</p>;
  return (
    <ul className="border-t border-line">
      {payments.map(({ buyOrder, path, difference, ...payment }) => (
        <li key={buyOrder} className="border-b border-line py-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold tabular-nums">{payment.amount}</span>
              <Tag tone={payment.tag.tone}>{payment.tag.label}</Tag>
            </p>
            <a href={path} className="inline-block py-2">
              Ver<VisuallyHidden> el pago {buyOrder}</VisuallyHidden>
            </a>
          </div>
          {payment.description && <p className="wrap-anywhere">{payment.description}</p>}
          <p className="text-sm wrap-anywhere text-ink-soft">
            {payment.payer} · {formatDateTime(payment.createdAt)}
          </p>
          {difference && <DifferenceNotice text={difference} />}
        </li>
      ))}
    </ul>
  );
}

export function DifferenceNotice({ text }: { text: string }) {
  return (
    <div className="mt-3">
      <Notice tone="danger" title="No coincide con Webpay">
        <p>{text}. Revísalo en el portal de Transbank.</p>
      </Notice>
    </div>
  );
}
