import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = {
  number: number;
  /** Path of the request in the panel, for its logged-in applicant. */
  panel: string | null;
  /** The form that mails the link of the request to its applicant. */
  action: string;
  isSent: boolean;
};

/** Leads from a guarantee to its request, where the applicant can write to the team. */
export function RequestOfGuarantee({ number, panel, action, isSent }: Props) {
  return (
    <Card id="solicitud" title="¿Algo no calza? Avísanos">
      <DoneNotice tight>
        {isSent &&
          'El enlace va en camino al correo con que la pediste. Mandamos máximo tres al día.'}
      </DoneNotice>
      {panel ? (
        <p>
          <a href={`${panel}#mensaje`} className="inline-block py-1">
            Escríbele a tu asesor en la solicitud {formatRequestNumber(number)}
          </a>
        </p>
      ) : (
        <Form action={action} className="grid gap-4">
          <p>
            Le escribes a tu asesor en la solicitud {formatRequestNumber(number)}. Su enlace llega
            al correo con que la pediste.
          </p>
          <div>
            <Button variant="secondary" wide>
              Enviarme el enlace a mi solicitud
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
