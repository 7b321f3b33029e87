import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';

/** What goes and what stays of who has this address, and the button (`children`: its fields). */
export async function ErasePerson(props: { email: string; action: string; children?: ReactNode }) {
  const sent = erasableText(await countErasable(props.email));
  return (
    <>
      <ul className="mb-8 grid list-disc gap-1.5 pl-5">
        <li>
          {sent ? (
            <>
              Se borra todo lo enviado con esa dirección: <strong>{sent}</strong>, con sus archivos
              y las notas del equipo.
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
        <li>Si tiene una cuenta, la elimina la persona misma desde su perfil.</li>
      </ul>
      <form method="post" action={props.action} data-once="">
        {props.children}
        <Button variant="danger" wide>
          Borrar los datos
        </Button>
      </form>
    </>
  );
}
