import { AllDocuments } from '#components/documents/all-documents.tsx';
import { Recipients } from '#components/documents/recipients.tsx';
import { PasswordField } from '#components/forms/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import {
  MAX_DAYS,
  MAX_DOCUMENTS,
  MAX_NOTE,
  MAX_OPENINGS,
  MIN_PASSWORD,
} from '#lib/domain/share-links/rules.ts';

export type Shareable = { fileId: string; title: string; fileName: string; note: string };

type Props = {
  /** Documents to choose from. A single one is always shared. */
  documents: readonly Shareable[];
  chosen: ReadonlySet<string>;
  /** `fileId`s that "Todos los que no han vencido" stands for. */
  valid: readonly string[];
  single: boolean;
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function ShareForm({ documents, chosen, valid, single, values, errors }: Props) {
  return (
    <Form action="/panel/documentos/compartir/crear" className="grid gap-8">
      <Recipients values={values} errors={errors} />
      <TextArea
        name="recipientNote"
        label="Nota"
        optional
        hint={`La leen al abrir el enlace y en el correo. Hasta ${MAX_NOTE} letras.`}
        rows={2}
        defaultValue={values.recipientNote}
        error={errors.recipientNote}
      />
      <RadioGroup
        name="expiresInHours"
        legend="¿Por cuánto tiempo?"
        hint="Mientras sirve, si reemplazas un documento el enlace muestra el nuevo; si lo eliminas, deja de mostrarlo."
        options={durations}
        defaultValue={values.expiresInHours ?? '72'}
        error={errors.expiresInHours}
        inline
      />
      {single ? (
        documents.map(({ fileId }) => (
          <input key={fileId} type="hidden" name={`doc-${fileId}`} value="si" />
        ))
      ) : (
        <DocumentChoice
          documents={documents}
          chosen={chosen}
          valid={valid}
          all={values.todos !== undefined}
          error={errors.documentKey}
        />
      )}
      <details
        className="rounded-lg border border-line bg-surface px-5 py-3"
        open={hasExtras(values, errors)}
      >
        <summary className="cursor-pointer py-2 font-semibold">Más opciones</summary>
        <div className="grid gap-6 pt-3 pb-4">
          <TextField
            name="label"
            label="Nombre del enlace"
            optional
            hint="Para reconocerlo en tu lista. Quien lo abre también lo ve."
            maxLength={120}
            defaultValue={values.label}
            error={errors.label}
          />
          <PasswordField
            name="password"
            label="Contraseña"
            optional
            hint={`Al menos ${MIN_PASSWORD} caracteres. Díctala por otro medio, por ejemplo por teléfono.`}
            autoComplete="new-password"
            error={errors.password}
          />
          {errors.password && (
            <>
              <input type="hidden" name="exigida" value="si" />
              <Checkbox name="sinClave" label="Crear el enlace sin contraseña" />
            </>
          )}
          <Checkbox
            name="emailCode"
            label="Pedir un código que llega a su correo"
            hint="Escribe arriba el correo de cada uno: solo quien lo lee puede abrir su enlace."
            defaultChecked={values.emailCode !== undefined}
            error={errors.emailCode}
          />
          <TextField
            name="maxOpenings"
            label="Máximo de aperturas"
            optional
            hint={`De 1 a ${MAX_OPENINGS}. Cada visita de media hora es una, por muchos archivos que se vean en ella.`}
            inputMode="numeric"
            width="short"
            defaultValue={values.maxOpenings}
            error={errors.maxOpenings}
          />
          <Checkbox
            name="notify"
            label="Avísame por correo la primera vez que lo abran"
            defaultChecked={values.notify !== undefined}
            error={errors.notify}
          />
        </div>
      </details>
      <div>
        <Button wide>Crear enlace</Button>
      </div>
    </Form>
  );
}

function DocumentChoice({
  documents,
  chosen,
  valid,
  all,
  error,
}: Pick<Props, 'documents' | 'chosen' | 'valid'> & { all: boolean; error: string | undefined }) {
  return (
    <fieldset className={error ? 'border-l-4 border-danger pl-4' : undefined}>
      <legend className="font-semibold">¿Qué compartes?</legend>
      <p className="text-sm text-ink-soft">
        Hasta {MAX_DOCUMENTS} documentos. Quien tenga el enlace los descarga de a uno o todos
        juntos.
      </p>
      {error && <FieldError name="documentKey" message={error} />}
      <div id="documentKey" tabIndex={-1} className="mt-1 grid">
        {valid.length > 1 && <AllDocuments fileIds={valid} isChosen={all} />}
        {documents.map(({ fileId, title, fileName, note }) => (
          <Checkbox
            key={fileId}
            name={`doc-${fileId}`}
            value="si"
            label={<span className="font-semibold">{title}</span>}
            hint={`${fileName} · ${note}`}
            defaultChecked={chosen.has(fileId)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const durations = [
  { value: '24', label: '24 horas' },
  { value: '72', label: '3 días' },
  { value: '168', label: '7 días' },
  { value: `${MAX_DAYS * 24}`, label: `${MAX_DAYS} días` },
];

const extras = ['label', 'password', 'emailCode', 'maxOpenings', 'notify'];

function hasExtras(values: Record<string, string>, errors: Record<string, string>): boolean {
  return extras.some((name) => values[name] || errors[name]);
}
