import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  id: string;
  category: string;
  fileName: string;
  values: { newName: string; expiresAt: string };
  dateHint: string;
  errors: Record<string, string>;
};

/** Name and date of a document that is there; its file stays. */
export function EditForm({ id, category, fileName, values, dateHint, errors }: Props) {
  return (
    <Card id="editar" title={`Editar ${fileName}`}>
      <form
        method="post"
        action={`/f/panel/documentos/${category}/editar`}
        data-once=""
        className="grid gap-5"
      >
        <input type="hidden" name="documentId" value={id} />
        <TextField
          name="newName"
          label={category === 'otros' ? 'Título' : 'Nombre'}
          defaultValue={values.newName}
          required
          maxLength={120}
          error={errors.newName}
        />
        <DateField
          name="expiresAt"
          label="Vence el"
          optional
          hint={dateHint}
          defaultValue={values.expiresAt}
          error={errors.expiresAt}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Guardar</Button>
          <LinkButton href={`/panel/documentos/${category}`} variant="quiet">
            Cancelar
          </LinkButton>
        </div>
      </form>
    </Card>
  );
}
