import { Button } from '#components/ui/button.tsx';

type Props = {
  action: string;
  refund: { id: number; amount: string; askedAt: string };
};

export function UnclearRefund({ action, refund }: Props) {
  return (
    <form method="post" action={action} data-once="" className="grid gap-4">
      <input type="hidden" name="devolucion" value={refund.id} />
      <p>
        El {refund.askedAt} se pidió devolver <span className="font-semibold">{refund.amount}</span>
        . Webpay no respondió y ya no informa sobre este pago. Búscalo en el portal de Transbank y
        dinos qué pasó. Mientras tanto no se puede pedir otra devolución.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button name="hecha" value="si" wide>
          Sí se devolvió
        </Button>
        <Button name="hecha" value="no" variant="secondary" wide>
          No se devolvió
        </Button>
      </div>
      <p className="text-sm text-ink-soft">
        Si se devolvió, le avisamos por correo a quien pagó. Tu respuesta queda registrada.
      </p>
    </form>
  );
}
