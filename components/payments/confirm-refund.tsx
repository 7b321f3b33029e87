import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SummaryList, type SummaryRow } from '#components/ui/summary-list.tsx';
import { formatAmount } from '#lib/platform/format.ts';

type Props = {
  action: string;
  back: string;
  /** New with the page: a second click on it is the same refund. */
  refundKey: string;
  amount: number;
  /** Another person of the team has to approve it first. */
  isLarge: boolean;
  rows: SummaryRow[];
};

export function ConfirmRefund({ action, back, refundKey, amount, isLarge, rows }: Props) {
  const sum = formatAmount(String(amount), 'pesos');
  return (
    <form method="post" action={action} data-once="" className="grid gap-6">
      {isLarge && (
        <Notice tone="warning" title="La aprueba otra persona del equipo">
          <p>Por su monto, el dinero no vuelve hasta que alguien más la apruebe.</p>
        </Notice>
      )}
      <SummaryList rows={rows} />
      <input type="hidden" name="clave" value={refundKey} />
      <input type="hidden" name="amount" value={amount} />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" wide>
          {isLarge ? `Pedir que se devuelvan ${sum}` : `Devolver ${sum}`}
        </Button>
        <LinkButton href={back} variant="secondary" wide>
          Cambiar el monto
        </LinkButton>
      </div>
    </form>
  );
}
