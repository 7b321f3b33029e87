import { FactFields } from '#components/issued/fact-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SelectField, type SelectOption } from '#components/ui/select-field.tsx';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  today: string;
  maxUploadMb: number;
  /** Own documents that may be its document. */
  vault: readonly SelectOption[];
};

/** The file is the last field: what was typed before it comes back also when it is refused. */
export function OwnForm({ values, errors, today, maxUploadMb, vault }: Props) {
  const received = errors.file || errors.documentId ? undefined : values.subido;
  return (
    <form
      method="post"
      action="/f/panel/garantias/nueva/guardar"
      encType="multipart/form-data"
      data-once=""
      noValidate
      className="grid gap-5"
    >
      <FactFields values={values} errors={errors} today={today} />
      {vault.length > 0 && (
        <SelectField
          name="documentId"
          label="Documento de tu carpeta"
          optional
          placeholder="Ninguno"
          options={vault}
          defaultValue={values.documentId}
          error={errors.documentId}
        />
      )}
      {received && (
        <Notice tone="success">
          <input type="hidden" name="subido" value={received} />
          <p>Ya recibimos el archivo: no hace falta subirlo otra vez.</p>
        </Notice>
      )}
      <FileField
        name="file"
        label={received ? 'Otro archivo en su lugar' : 'Archivo del documento'}
        optional
        types="PDF, JPG o PNG"
        accept=".pdf,.jpg,.jpeg,.png"
        maxMb={maxUploadMb}
        error={errors.file ?? (vault.length === 0 ? errors.documentId : undefined)}
      />
      <div>
        <Button wide>Agregar garantía</Button>
      </div>
    </form>
  );
}
