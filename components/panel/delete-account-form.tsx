import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';

type Props = { sent: string; values: Record<string, string> };

export function DeleteAccountForm({ sent, values }: Props) {
  return (
    <form
      method="post"
      action="/f/panel/eliminar-cuenta/confirmar"
      data-once=""
      className="grid gap-6"
    >
      {sent && (
        <Checkbox
          name="sent"
          value="erase"
          defaultChecked={values.sent === 'erase'}
          label={`Borrar también lo que envié: ${sent}`}
          hint="Con sus archivos. Lo que esté en trámite deja de gestionarse."
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" wide>
          Eliminar mi cuenta
        </Button>
      </div>
    </form>
  );
}
