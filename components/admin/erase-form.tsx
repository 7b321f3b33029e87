import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  /** Counts what the person sent, such as "2 solicitudes", or is empty. */
  choice: string;
  action: string;
  children?: ReactNode;
};

/** Lists what an erasure removes and what stays, above its button. */
export function EraseForm({ choice, action, children }: Props) {
  return (
    <>
      <ul className="mb-8 grid list-disc gap-1.5 pl-5">
        <li>
          {choice ? (
            <>
              Se borra todo lo enviado con esa dirección: <strong>{choice}</strong>, con sus
              archivos y las notas del equipo.
            </>
          ) : (
            'No hay solicitudes ni mensajes enviados con esa dirección.'
          )}
        </li>
        <li>Se anulan los correos que aún no salen y los pagos que se le pidieron.</li>
        <li>Se borra el contacto en el CRM, y sus negocios quedan sin nombre.</li>
        <li>
          Quedan el número, el tipo, el estado y las fechas de cada uno, y de los pagos lo que pide
          la ley tributaria.
        </li>
        <li>Si tiene una cuenta, sigue: bórrala desde su página en Cuentas.</li>
      </ul>
      <Form action={action}>
        {children}
        <Button variant="danger" wide>
          Borrar los datos
        </Button>
      </Form>
    </>
  );
}
