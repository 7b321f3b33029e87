import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Tag } from '#components/ui/tag.tsx';

export function MailSwitch({ on, email }: { on: boolean; email: string }) {
  return (
    <Card
      title="Avisos por correo"
      aside={<Tag tone={on ? 'success' : 'neutral'}>{on ? 'Activados' : 'Desactivados'}</Tag>}
    >
      <p>
        A los 30, 15 y 7 días de cada vencimiento te escribimos a{' '}
        <strong className="wrap-anywhere">{email}</strong>. Un correo al día como máximo, con todo
        lo que cambió.
      </p>
      <form method="post" action="/f/panel/documentos/avisos/correo" data-once="" className="mt-5">
        <input type="hidden" name="activar" value={on ? 'no' : 'si'} />
        <Button variant={on ? 'secondary' : 'primary'}>
          {on ? 'Desactivar avisos' : 'Activar avisos'}
        </Button>
      </form>
    </Card>
  );
}
