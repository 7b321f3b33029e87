import type { ReactNode } from 'react';
import { FactFields } from '#components/issued-guarantees/fact-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { differenceText } from '#lib/domain/issued-guarantees/copy.ts';
import { type Difference, MAX_NOTE_LENGTH } from '#lib/domain/issued-guarantees/schema.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

type Props = {
  action: string;
  values: Partial<Record<string, string>>;
  errors: Record<string, string>;
  today: string;
  maxUploadMb: number;
  fileLabel: string;
  buttonLabel: string;
  /** A file that an earlier attempt uploaded, and the field that names it. */
  received: { field: string; id: string; name?: string } | null;
  /** How the guarantee differs from the request, known after the form was sent. */
  differences?: readonly Difference[];
  /** Shown before the file field. */
  children?: ReactNode;
  /** True for companies, which may leave out the file. */
  isFileOptional?: boolean;
};

/**
 * The form that records a guarantee. The file comes first: reading it fills in the other fields.
 */
export function RecordForm({ action, received, differences = [], children, ...props }: Props) {
  const { values, errors, fileLabel, isFileOptional = false } = props;
  const documentField = (
    <div className="grid gap-5 rounded-lg bg-sunken p-5">
      {children}
      {received && (
        <Notice tone="success">
          <input type="hidden" name={received.field} value={received.id} />
          <p className="wrap-anywhere">
            Ya recibimos el archivo{received.name && ` ${received.name}`}: no hace falta subirlo
            otra vez.
          </p>
        </Notice>
      )}
      <FileField
        name="file"
        label={received ? 'Otro archivo en su lugar' : fileLabel}
        optional={isFileOptional || received !== null}
        types="PDF, JPG o PNG"
        accept=".pdf,.jpg,.jpeg,.png"
        maxUploadMb={props.maxUploadMb}
        error={errors.file}
      />
      <div>
        <Button<OpenForm> wide variant="secondary" name="leer" value="si">
          Leer el documento y completar
        </Button>
      </div>
    </div>
  );
  return (
    <EditorsOnly>
      <Form action={action} encType="multipart/form-data" className="grid gap-5">
        {/* Enter presses the first button of the form, which must be the one that records. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
        {differences.length > 0 && (
          <div className="grid gap-4 rounded-md bg-sunken p-4">
            <Notice tone="warning" title="No dice lo mismo que la solicitud">
              <ul className="list-disc pl-5 wrap-anywhere">
                {differences.map((difference) => (
                  <li key={differenceText(difference)}>{differenceText(difference)}</li>
                ))}
              </ul>
            </Notice>
            <TextArea
              name="differenceReason"
              label="Por qué difiere"
              hint="Queda en la historia de la garantía."
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              defaultValue={values.differenceReason ?? ''}
              error={errors.differenceReason}
            />
          </div>
        )}
        {values.revisado && <input type="hidden" name="revisado" value={values.revisado} />}
        {/* Differences count as confirmed only if the page listed them. */}
        {values.comparado && (values.comparado === 'tarde' || Object.keys(errors).length > 0) && (
          <input type="hidden" name="comparado" value={values.comparado} />
        )}
        {documentField}
        <FactFields {...props} isFolded={isFileOptional} />
        <div className="flex flex-wrap gap-3">
          <Button wide>{props.buttonLabel}</Button>
        </div>
      </Form>
    </EditorsOnly>
  );
}
