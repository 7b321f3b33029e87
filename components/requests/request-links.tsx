import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatDay } from '#lib/platform/chile/format.ts';

type Props = {
  submissionId: number;
  /** Time at which the last valid link expires (ms), or null. */
  openUntil: number | null;
};

export function RequestLinks({ submissionId, openUntil }: Props) {
  const path = `/panel/solicitudes/${submissionId}`;
  return (
    <Section title="Enlaces">
      {openUntil === null ? (
        <p>No hay enlaces abiertos: para ver esta solicitud hay que ingresar a tu cuenta.</p>
      ) : (
        <p>
          Quien tenga un enlace a esta solicitud la ve sin ingresar a tu cuenta, hasta el{' '}
          <span className="whitespace-nowrap">{formatDay(openUntil)}</span>. Si cierras los enlaces,
          tampoco abren tus archivos.
        </p>
      )}
      <EditorsOnly>
        <div className="mt-4 flex flex-wrap gap-3">
          {openUntil !== null && (
            <Form action={`${path}/cerrar-enlaces`}>
              <Button variant="secondary" compact>
                Cerrar enlaces
              </Button>
            </Form>
          )}
          <Form action={`${path}/enviar-enlace`}>
            <Button variant="secondary" compact>
              Enviarme un enlace nuevo
            </Button>
          </Form>
        </div>
      </EditorsOnly>
    </Section>
  );
}
