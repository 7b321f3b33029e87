import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import type { factorResetForm } from '#lib/domain/factors/schema.ts';

type Props = {
  id: string;
  isRequested: boolean;
  /** True if the logged-in admin requested it. */
  isOwn: boolean;
};

export function FactorReset({ id, isRequested, isOwn }: Props) {
  return (
    <Card title="Perdió su segundo paso">
      <Form action={`/admin/cuentas/${encodeURIComponent(id)}/segundo-paso`} className="grid gap-4">
        <p>
          {!isRequested &&
            'Comprueba antes quién te lo pide, por un teléfono que ya conocías. Lo aprueba otra persona del equipo, y avisamos por correo.'}
          {isRequested &&
            isOwn &&
            'Pediste quitarlo: lo aprueba otra persona del equipo, en un día a lo más.'}
          {isRequested &&
            !isOwn &&
            'Otra persona del equipo pidió quitar sus llaves, su app y sus códigos, y cerrar sus sesiones.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {!isRequested && (
            <Button<typeof factorResetForm> name="step" value="ask" variant="secondary">
              Pedir que se quite
            </Button>
          )}
          {isRequested && !isOwn && (
            <Button<typeof factorResetForm> name="step" value="approve" variant="danger">
              Aprobar y quitar
            </Button>
          )}
          {isRequested && (
            <Button<typeof factorResetForm> name="step" value="withdraw" variant="secondary">
              No quitarlo
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
