import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { stateTag } from '#lib/domain/payments/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';

export type ListedPayment = {
  buyOrder: string;
  tag: ReturnType<typeof stateTag>;
  amount: string;
  description: string | null;
  createdAt: number;
  path: string;
  receiptPath: string | null;
};

export function PaymentList({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <ul className="border-t border-line">
      {payments.map(({ buyOrder, tag, amount, description, createdAt, path, receiptPath }) => (
        <li
          key={buyOrder}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-lg font-semibold tabular-nums">{amount}</span>
              <Tag tone={tag.tone}>{tag.label}</Tag>
            </p>
            {description && <p className="wrap-anywhere">{description}</p>}
            <p className="text-sm text-ink-soft tabular-nums">{formatDateTime(createdAt)}</p>
          </div>
          <p className="flex flex-wrap gap-x-5">
            {receiptPath && (
              <a href={receiptPath} className="inline-block py-2">
                Comprobante<VisuallyHidden> del pago {buyOrder}</VisuallyHidden> (PDF)
              </a>
            )}
            <a href={path} className="inline-block py-2">
              Ver<VisuallyHidden> el pago {buyOrder}</VisuallyHidden>
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}
