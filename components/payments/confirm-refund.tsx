import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SummaryList, type SummaryRow } from '#components/ui/summary-list.tsx';
import { formatAmount } from '#lib/platform/format.ts';

type Props = {
  action: string;
  back: string;
  /** New with the page: a second click on it is the same refund. */
  refundKey: string;
  amount: number;
  rows: SummaryRow[];
};

export function ConfirmRefund({ action, back, refundKey, amount, rows }: Props) {
  return (
    <form method="post" action={action} data-once="" className="grid gap-6">
      <SummaryList rows={rows} />
      <input type="hidden" name="clave" value={refundKey} />
      <input type="hidden" name="amount" value={amount} />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" wide>
          Devolver {formatAmount(String(amount), 'pesos')}
        </Button>
        <LinkButton href={back} variant="secondary" wide>
          Cambiar el monto
        </LinkButton>
      </div>
    </form>
  );
}
