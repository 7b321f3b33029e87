import { DocumentChoice, type ShareableDocument } from '#components/documents/document-choice.tsx';
import {
  LinkEnd,
  LinkNote,
  LinkNotice,
  LinkOptions,
  LinkPassword,
} from '#components/documents/link-options.tsx';
import { durations } from '#components/documents/share-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  share: Share;
  documents: readonly ShareableDocument[];
  chosen: ReadonlySet<string>;
  /** Values of a refused form, or of the link itself. */
  values: Record<string, string>;
  errors: Record<string, string>;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
};

export function ShareChangeForm({ share, documents, chosen, values, errors, today }: Props) {
  const until = formatDateTime(Date.parse(share.expiresAt));
  return (
    <EditorsOnly>
      <Form action={`/panel/documentos/enlaces/${share.id}/guardar`} className="grid gap-8">
        <input type="hidden" name="version" value={share.version} />
        <TextField
          name="recipient"
          label="Para quién"
          optional
          hint="Su nombre y su correo, por ejemplo: Banco del Sur, ana@banco.cl. Quien abre el enlace no lo ve."
          maxLength={200}
          defaultValue={values.recipient}
          error={errors.recipient}
        />
        <LinkNote {...{ values, errors }} />
        <RadioGroup
          name="expiresInHours"
          legend="¿Hasta cuándo sirve?"
          hint="Un plazo nuevo se cuenta desde ahora, y puede ser más corto."
          options={[{ value: '', label: `Como está: ${until}` }, ...durations]}
          defaultValue={values.expiresInHours ?? ''}
          error={errors.expiresInHours}
          inline
        />
        <LinkEnd {...{ values, errors, today }} />
        <DocumentChoice
          {...{ documents, chosen }}
          validFileIds={[]}
          areAllChosen={false}
          name="documentKeys"
          error={errors.documentKeys}
        />
        <LinkPassword {...{ values, errors }} link={share} />
        <LinkNotice {...{ values, errors }} link={share} />
        <LinkOptions
          {...{ values, errors }}
          link={share}
          fileNames={documents.map(({ fileName }) => fileName)}
        />
        <div>
          <Button wide>Guardar cambios</Button>
          <p className="mt-2 text-sm text-ink-soft">
            La dirección no cambia. Con otra contraseña u otro correo, quien ya entró tiene que
            entrar de nuevo.
          </p>
        </div>
      </Form>
    </EditorsOnly>
  );
}
