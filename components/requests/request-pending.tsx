import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { Section } from '#components/ui/section.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import type { PendingTasks } from '#lib/domain/requests/applicant/rules.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

type Props = {
  pending: PendingTasks;
  /** Price of open conditions, which is paid after they are accepted. */
  price: string | null;
  conditions: ReactNode;
  documents: ReactNode;
  payments: ReactNode;
};

/** Lists the applicant's pending steps, each with its form, and the finished ones. */
export function RequestPending({ pending, price, ...parts }: Props) {
  const { conditionsState, missingCount, due, count } = pending;
  if (count === 0) return null;
  const paidPayment = pending.payments.find(({ state }) => state === 'paid');
  return (
    <Section
      id="pendientes"
      title="Pendientes"
      aside={<p className="font-semibold">{formatCount(count, 'pendiente', 'pendientes')}</p>}
      className="print:hidden"
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {conditionsState === 'open' && <li>{parts.conditions}</li>}
        {conditionsState === 'accepted' && (
          <Line isDone href="#condiciones" text="Aceptaste las condiciones" />
        )}
        {missingCount > 0 && <li>{parts.documents}</li>}
        {due.length > 0 && <li>{parts.payments}</li>}
        {due.length === 0 && price && <Line text={`Pagar ${price}, después de aceptar`} />}
        {due.length === 0 && paidPayment && (
          <Line isDone text={`Recibimos tu pago de ${paidPayment.amountText}`} />
        )}
      </ol>
    </Section>
  );
}

function Line({ isDone, href, text }: { isDone?: boolean; href?: string; text: string }) {
  return (
    <li className="flex items-center gap-2 border-t border-line pt-4 text-ink-soft first:border-t-0 first:pt-0">
      <Icon
        name={isDone ? 'check' : 'clock'}
        className={`size-5 shrink-0 ${isDone ? 'text-success' : ''}`}
      />
      {href ? (
        <a href={href} className="py-1">
          {text}
        </a>
      ) : (
        <span>
          <UnbrokenText text={text} />
        </span>
      )}
    </li>
  );
}
