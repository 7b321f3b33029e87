import { PayLink } from '#components/payments/pay-link.tsx';
import { formatDay } from '#lib/platform/format.ts';

type Due = {
  id: string;
  amount: string;
  description: string;
  submissionId: number | null;
  expiresAt: number;
  path: string;
};

export function DuePayments({ payments }: { payments: readonly Due[] }) {
  return (
    <ul className="border-t border-line">
      {payments.map(({ id, amount, description, submissionId, expiresAt, path }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0 last:pb-0"
        >
          <div className="min-w-0">
            <p className="text-lg font-semibold tabular-nums">{amount}</p>
            <p className="wrap-anywhere">{description}</p>
            <p className="text-sm text-ink-soft">
              {submissionId !== null && `Solicitud N.º ${submissionId} · `}
              Hasta el {formatDay(expiresAt)}
            </p>
          </div>
          <PayLink path={path} amount={amount} description={description} compact />
        </li>
      ))}
    </ul>
  );
}
