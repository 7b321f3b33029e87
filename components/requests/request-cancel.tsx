import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Section } from '#components/ui/section.tsx';

/** Cancels the request. The folded question is the only confirmation, so one press suffices. */
export function RequestCancel({ action }: { action: string }) {
  return (
    <EditorsOnly>
      <Section className="print:hidden">
        <details>
          <summary className="cursor-pointer">
            <h2 className="inline text-lg">Anular la solicitud</h2>
          </summary>
          <Form action={action} className="mt-3 grid gap-4">
            <p>
              Dejamos de revisarla y de pedirte documentos, y le avisamos a tu asesor. No se pierde:
              aquí queda lo que enviaste.
            </p>
            <div>
              <Button variant="secondary" wide>
                Sí, anular la solicitud
              </Button>
            </div>
          </Form>
        </details>
      </Section>
    </EditorsOnly>
  );
}
