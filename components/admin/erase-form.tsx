import type { ReactNode } from 'react';
import { Things } from '#components/admin/things.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Section } from '#components/ui/section.tsx';
import type { AffectedThings } from '#lib/domain/erasure/view.ts';

type Props = {
  /** Counts what the person sent, such as "2 solicitudes", or is empty. */
  choice: string;
  affected: AffectedThings;
  action: string;
  children?: ReactNode;
};

/** Lists the data that an erasure removes and keeps, above its button. */
export function EraseForm({ choice, affected, action, children }: Props) {
  const { erased, kept, isCut } = affected;
  if (erased.length + kept.length === 0)
    return <p>No hay nada con ese correo, así que no hay nada que borrar.</p>;
  return (
    <div className="grid gap-8">
      <Section title="Se borra">
        {erased.length > 0 ? (
          <Things things={erased} />
        ) : (
          <p>No hay solicitudes ni mensajes enviados con esa dirección.</p>
        )}
        {isCut && (
          <p className="mt-2 text-ink-soft">
            Ves lo más nuevo de cada tipo. En total se borra: {choice}.
          </p>
        )}
        <ul className="mt-4 grid list-disc gap-1.5 pl-5">
          <li>También las notas del equipo y los correos que aún no salen.</li>
          <li>También el contacto en el CRM; sus negocios quedan sin nombre.</li>
          <li>
            Las garantías emitidas siguen vigentes con su emisor. Aquí se borran con su documento, y
            su código de verificación deja de servir.
          </li>
        </ul>
      </Section>
      <Section title="Queda">
        {kept.length > 0 && <Things things={kept} />}
        <ul className={`grid list-disc gap-1.5 pl-5 ${kept.length > 0 ? 'mt-4' : ''}`}>
          <li>
            De cada solicitud o mensaje, el número, el tipo, el estado y las fechas, para que las
            cuentas cuadren.
          </li>
          <li>De los pagos, la orden, el monto y las fechas: los pide la ley tributaria.</li>
          <li>La auditoría, sin su nombre: prueba quién hizo qué.</li>
          <li>Si tiene una cuenta, sigue: bórrala desde su página en Cuentas.</li>
        </ul>
      </Section>
      <Form action={action}>
        {children}
        <Button variant="danger" wide>
          Borrar los datos
        </Button>
      </Form>
    </div>
  );
}
