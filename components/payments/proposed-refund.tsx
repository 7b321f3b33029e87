import { Button } from '#components/ui/button.tsx';

type Props = {
  action: string;
  refund: { id: number; amount: string };
  /** Of who looks at it: another person approves it. */
  own: boolean;
};

export function ProposedRefund({ action, refund, own }: Props) {
  return (
    <form method="post" action={action} data-once="" className="grid gap-4">
      <input type="hidden" name="devolucion" value={refund.id} />
      <p>
        {own ? 'Pediste' : 'Otra persona del equipo pidió'} devolver{' '}
        <span className="font-semibold">{refund.amount}</span>. Por su monto,{' '}
        {own ? 'la aprueba otra persona del equipo.' : 'no se hace hasta que la apruebes.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {!own && (
          <Button name="hecha" value="si" variant="danger" wide>
            Aprobar y devolver
          </Button>
        )}
        <Button name="hecha" value="no" variant="secondary" wide>
          Retirar, no devolver
        </Button>
      </div>
    </form>
  );
}
