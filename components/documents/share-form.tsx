import { DocumentChoice, type ShareableDocument } from '#components/documents/document-choice.tsx';
import {
  LinkEnd,
  LinkNote,
  LinkNotice,
  LinkOptions,
  LinkPassword,
} from '#components/documents/link-options.tsx';
import { Recipients } from '#components/documents/recipients.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { MAX_LINK_DAYS } from '#lib/domain/share-links/rules.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

type Props = {
  /** The documents to choose from. If there is only one, it is always shared. */
  documents: readonly ShareableDocument[];
  chosen: ReadonlySet<string>;
  /** The `fileId`s that "Todos los que no han vencido" chooses. */
  validFileIds: readonly string[];
  /** Valid documents beyond the maximum number in one link. */
  omittedDocuments: readonly ShareableDocument[];
  isSingle: boolean;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function ShareForm(props: Props) {
  const { documents, chosen, validFileIds, omittedDocuments, isSingle, today, values, errors } =
    props;
  return (
    <EditorsOnly>
      <Form
        action="/panel/documentos/compartir/crear"
        className={`grid gap-8 ${isSingle ? '' : 'lg:grid-cols-2 lg:items-start lg:gap-x-12'}`}
      >
        <div className="grid gap-8">
          <Recipients values={values} errors={errors} />
          <LinkNote {...{ values, errors }} />
          {isSingle ? (
            documents.map(({ fileId }) => (
              <input key={fileId} type="hidden" name={`doc-${fileId}`} value="si" />
            ))
          ) : (
            <DocumentChoice
              documents={documents}
              chosen={chosen}
              validFileIds={validFileIds}
              omittedDocuments={omittedDocuments}
              areAllChosen={values.todos !== undefined}
              name="documentKey"
              error={errors.documentKey}
            />
          )}
        </div>
        <div className="grid gap-8">
          <RadioGroup
            name="expiresInHours"
            legend="¿Por cuánto tiempo?"
            hint="Mientras sirve, si reemplazas un documento el enlace muestra el nuevo; si lo eliminas, deja de mostrarlo."
            options={durations}
            defaultValue={values.expiresInHours ?? '72'}
            error={errors.expiresInHours}
            inline
          />
          <LinkEnd {...{ values, errors, today }} />
          <LinkPassword {...{ values, errors }} />
          <LinkNotice {...{ values, errors }} />
          <LinkOptions
            {...{ values, errors }}
            fileNames={documents.map(({ fileName }) => fileName)}
          />
          <div>
            <div className="flex flex-wrap gap-3">
              <Button wide>Crear enlace</Button>
              <Button<OpenForm> wide variant="secondary" name="enviar" value="si">
                Crear y enviar por correo
              </Button>
            </div>
            <p className="mt-2 text-sm text-ink-soft">
              El correo va a cada destinatario con su enlace. Si responde, te llega a ti.
            </p>
          </div>
        </div>
      </Form>
    </EditorsOnly>
  );
}

export const durations = [
  { value: '24', label: '24 horas' },
  { value: '72', label: '3 días' },
  { value: '168', label: '7 días' },
  { value: `${MAX_LINK_DAYS * 24}`, label: `${MAX_LINK_DAYS} días` },
];
