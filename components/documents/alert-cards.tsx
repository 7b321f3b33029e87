import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { HolderLink } from '#components/ui/holder-scope.tsx';
import { Tag } from '#components/ui/tag.tsx';

export function MailSwitch({ isOn, email }: { isOn: boolean; email: string }) {
  return (
    <Card
      title="Avisos por correo"
      aside={<Tag tone={isOn ? 'success' : 'neutral'}>{isOn ? 'Activados' : 'Desactivados'}</Tag>}
    >
      <p>
        A los 30, 15 y 7 días de cada vencimiento te escribimos a{' '}
        <strong className="wrap-anywhere">{email}</strong>. Un correo al día como máximo, con todo
        lo que cambió.
      </p>
      <Form action="/panel/documentos/avisos/correo" className="mt-5">
        <input type="hidden" name="activar" value={isOn ? 'no' : 'si'} />
        <Button variant={isOn ? 'secondary' : 'primary'}>
          {isOn ? 'Desactivar avisos' : 'Activar avisos'}
        </Button>
      </Form>
    </Card>
  );
}

export function CalendarCard({ url }: { url: string | null }) {
  return (
    <div id="calendario">
      <Card title="En tu calendario">
        <p>
          Cada vencimiento como un día completo, con una alarma 7 días antes. Sirve en Google
          Calendar, Outlook y el calendario del teléfono.
        </p>
        <div className="mt-5">
          <HolderLink
            href="/api/documents/calendar.ics"
            className={buttonClass({ variant: 'secondary' })}
            download
          >
            Descargar archivo .ics
          </HolderLink>
        </div>
        <h3 className="mt-8 font-semibold">Siempre al día</h3>
        {url ? <FeedUrl url={url} /> : <NoFeed />}
      </Card>
    </div>
  );
}

function NoFeed() {
  return (
    <>
      <p className="mt-1">
        Crea un enlace de suscripción y ábrelo en tu calendario: se actualizará solo.
      </p>
      <Form action="/panel/documentos/avisos/calendario" className="mt-4">
        <Button variant="secondary">Crear enlace de suscripción</Button>
      </Form>
    </>
  );
}

function FeedUrl({ url }: { url: string }) {
  return (
    <>
      <p className="mt-1">
        Suscríbete con este enlace. Quien lo tenga ve qué documentos guardas y cuándo vencen, nunca
        los archivos: no lo compartas.
      </p>
      <CopyField id="direccion-calendario" label="Enlace de suscripción" value={url} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Form action="/panel/documentos/avisos/calendario">
          <Button variant="secondary" compact>
            Cambiar por otro
          </Button>
        </Form>
        <Form action="/panel/documentos/avisos/calendario/terminar">
          <Button variant="quiet" compact>
            Cerrar enlace
          </Button>
        </Form>
      </div>
    </>
  );
}
