import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  id: string;
  /** True once a reset was requested. `own` is true if the reader requested it. */
  requested: boolean;
  own: boolean;
};

export function FactorReset({ id, requested, own }: Props) {
  return (
    <Card title="Perdió su segundo paso">
      <Form action={`/admin/cuentas/${encodeURIComponent(id)}/segundo-paso`} className="grid gap-4">
        <p>
          {!requested &&
            'Comprueba antes quién te lo pide, por un teléfono que ya conocías. Lo aprueba otra persona del equipo, y avisamos por correo.'}
          {requested &&
            own &&
            'Pediste quitarlo: lo aprueba otra persona del equipo, en un día a lo más.'}
          {requested &&
            !own &&
            'Otra persona del equipo pidió quitar sus llaves, su app y sus códigos, y cerrar sus sesiones.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {!requested && (
            <Button name="step" value="ask" variant="secondary">
              Pedir que se quite
            </Button>
          )}
          {requested && !own && (
            <Button name="step" value="approve" variant="danger">
              Aprobar y quitar
            </Button>
          )}
          {requested && (
            <Button name="step" value="withdraw" variant="secondary">
              No quitarlo
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
