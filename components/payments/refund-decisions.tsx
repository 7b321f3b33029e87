import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import type { refundDecisionForm } from '#lib/domain/payments/schema.ts';
import { formatDateTime, formatPesos } from '#lib/platform/chile/format.ts';

type Refund = { id: number; amount: number; requestedAt: number };

/** A refund that a second person of the team has to approve. */
export function ProposedRefund({
  refund,
  isOwn,
  path,
}: {
  refund: Refund;
  isOwn: boolean;
  path: `/${string}`;
}) {
  return (
    <Card title="Devolución por aprobar">
      <Form action={`${path}/aprobar`} className="grid gap-4">
        <HiddenField<typeof refundDecisionForm> name="devolucion" value={refund.id} />
        <p>
          {isOwn ? 'Pediste' : 'Otra persona del equipo pidió'} devolver{' '}
          <span className="font-semibold">{formatPesos(refund.amount)}</span>. Por su monto,{' '}
          {isOwn ? 'la aprueba otra persona del equipo.' : 'no se hace hasta que la apruebes.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {!isOwn && (
            <Button<typeof refundDecisionForm> name="hecha" value="si" variant="danger" wide>
              Aprobar y devolver
            </Button>
          )}
          <Button<typeof refundDecisionForm> name="hecha" value="no" variant="secondary" wide>
            Retirar, no devolver
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** A refund whose result Webpay no longer reports, so that a person finds it out. */
export function UnclearRefund({ refund, path }: { refund: Refund; path: `/${string}` }) {
  return (
    <Card title="Devolución sin confirmar">
      <Form action={`${path}/aclarar`} className="grid gap-4">
        <HiddenField<typeof refundDecisionForm> name="devolucion" value={refund.id} />
        <p>
          El {formatDateTime(refund.requestedAt)} se pidió devolver{' '}
          <span className="font-semibold">{formatPesos(refund.amount)}</span>. Webpay no respondió y
          ya no informa sobre este pago. Búscalo en el portal de Transbank y dinos qué pasó.
          Mientras tanto no se puede pedir otra devolución.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button<typeof refundDecisionForm> name="hecha" value="si" wide>
            Sí se devolvió
          </Button>
          <Button<typeof refundDecisionForm> name="hecha" value="no" variant="secondary" wide>
            No se devolvió
          </Button>
        </div>
        <p className="text-sm text-ink-soft">
          Si se devolvió, le avisamos por correo a quien pagó. Tu respuesta queda registrada.
        </p>
      </Form>
    </Card>
  );
}
