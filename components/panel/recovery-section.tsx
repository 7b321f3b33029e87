import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';

export function RecoverySection({ left }: { left: number }) {
  return (
    <Card title="Códigos de respaldo">
      <p>
        Si pierdes tu teléfono, cada uno sirve una vez.{' '}
        <strong>
          {left === 0 && 'No te queda ninguno: crea nuevos.'}
          {left === 1 && 'Te queda 1.'}
          {left > 1 && `Te quedan ${left}.`}
        </strong>
      </p>
      <form method="post" action="/f/panel/seguridad/codigos/crear" data-once="" className="mt-5">
        <Button variant="secondary" wide>
          Crear códigos nuevos
        </Button>
        <p className="mt-2 text-sm text-ink-soft">Los de antes dejan de servir.</p>
      </form>
    </Card>
  );
}
