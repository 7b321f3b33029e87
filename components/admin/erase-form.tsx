import type { ReactNode } from 'react';
import { AffectedSection } from '#components/admin/affected-section.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { personErasureForm } from '#lib/domain/erasure/schema.ts';
import type { AffectedRecords } from '#lib/domain/erasure/view.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';

type Props = {
  /** Says how much the person sent, such as "2 solicitudes". Empty if nothing. */
  sentCountText: string;
  affected: AffectedRecords;
  /** The e-mail or the RUT of the person, which the advisor types as a confirmation. */
  person: { email: string; rut?: string | null };
  errors: Record<string, string>;
  action: string;
  children?: ReactNode;
};

export function EraseForm({ sentCountText, affected, person, errors, action, children }: Props) {
  const { email, rut } = person;
  const { erased, kept, isTruncated } = affected;
  if (erased.length + kept.length === 0)
    return <p>No hay nada con ese correo, así que no hay nada que borrar.</p>;
  return (
    <div className="grid gap-8">
      <AffectedSection
        title="Se borra"
        records={erased}
        none="No hay solicitudes ni mensajes enviados con esa dirección."
      >
        {isTruncated && <li>Ves lo más nuevo de cada tipo. En total se borra: {sentCountText}.</li>}
        <li>También las notas del equipo y los correos que aún no salen.</li>
        <li>También el contacto en el CRM; sus negocios quedan sin nombre.</li>
        <li>
          Las garantías emitidas siguen vigentes con su emisor. Aquí se borran con su documento, y
          su código de verificación deja de servir.
        </li>
      </AffectedSection>
      <AffectedSection title="Queda" records={kept}>
        <li>
          De cada solicitud o mensaje, el número, el tipo, el estado y las fechas, para que las
          cuentas cuadren.
        </li>
        <li>De los pagos, la orden, el monto y las fechas: los pide la ley tributaria.</li>
        <li>La auditoría, sin su nombre: prueba quién hizo qué.</li>
        <li>Si tiene una cuenta, sigue: bórrala desde su página en Cuentas.</li>
      </AffectedSection>
      <Form action={action} className="grid gap-6">
        {children}
        <TextField
          {...formFields<typeof personErasureForm>({ errors })('confirmation')}
          label={`Para confirmar, escribe: ${[email, rut && formatRut(rut)].filter(Boolean).join(' o ')}`}
          autoComplete="off"
        />
        <div>
          <Button variant="danger" wide>
            Borrar los datos
          </Button>
        </div>
      </Form>
    </div>
  );
}
