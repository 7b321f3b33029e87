import { DocumentUploads } from '#components/documents/document-uploads.tsx';
import { OriginLinks } from '#components/documents/origin-links.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Section } from '#components/ui/section.tsx';
import { SelectField, type SelectOption } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { arrivalFiles, type uploadFields } from '#lib/domain/documents/schema.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

type Props = {
  /** The category, or undefined if the next page asks for it, file by file. */
  category?: CategoryKey;
  title: string;
  hint?: string | undefined;
  replacedId?: string | undefined;
  /** Id of a document whose file stays. */
  editedId?: string | undefined;
  /** Documents that a new one may replace, in a category that holds many. */
  replaceableOptions?: readonly SelectOption[];
  allowsSeveral: boolean;
  /** True if phones show the form only after a link to `#subir` was pressed. */
  isFolded?: boolean;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  issueDateHint?: string | undefined;
  expiryDateHint?: string;
  /** True if the document states its last day, which the form then requires. */
  hasPrintedEnd?: boolean;
  values: Record<string, string>;
  errors: Record<string, string>;
  maxUploadMb: number;
};

export function DocumentForm(props: Props) {
  const { category, title, hint, replacedId, editedId, today, issueDateHint, expiryDateHint } =
    props;
  const { values, errors } = props;
  const field = formFields<typeof uploadFields>({ values, errors });
  const page = category ? `/panel/documentos/${category}` : '/panel/documentos';
  const takesMany = props.allowsSeveral && !replacedId;
  const replaceableOptions = (takesMany && !editedId && props.replaceableOptions) || [];
  const isTitled = category === 'otros' || (!editedId && errors.customTitle !== undefined);
  const hiddenFields = {
    category: editedId ? undefined : category,
    replaces: replacedId,
    id: editedId,
  };
  const head = (
    <>
      {Object.entries(hiddenFields).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {(editedId || isTitled) && (
        <TextField
          {...field('customTitle')}
          label={isTitled ? 'Título' : 'Nombre'}
          hint={isTitled ? 'Por ejemplo, Patente municipal.' : undefined}
          required
          maxLength={120}
        />
      )}
    </>
  );
  const tail = (
    <>
      {!category && (
        <noscript>
          <div className="grid gap-5">
            {arrivalFiles.slice(1).map((name, index) => (
              <FileField
                key={name}
                name={name}
                label={`Archivo ${index + 2}`}
                optional
                maxUploadMb={props.maxUploadMb}
                error={errors[name]}
              />
            ))}
          </div>
        </noscript>
      )}
      {replaceableOptions.length > 0 && (
        <SelectField
          {...field('replaces')}
          label="¿Reemplaza a uno que ya está?"
          optional
          placeholder="No, se agrega a los demás"
          hint="Queda como su versión anterior, y tus enlaces muestran el nuevo."
          options={replaceableOptions}
        />
      )}
      {issueDateHint && <IssueDate {...{ today, values, errors }} hint={issueDateHint} />}
      {expiryDateHint && (
        <DateField
          {...field('expiresAt')}
          label={props.hasPrintedEnd ? '¿Cuándo vence?' : 'Vence el'}
          optional={!props.hasPrintedEnd}
          hint={<UnbrokenText text={expiryDateHint} />}
        />
      )}
    </>
  );
  const dropHint = takesMany
    ? `También puedes arrastrar aquí uno o varios archivos.${category ? ' De varios, dices después de cuándo es cada uno.' : ''}`
    : 'También puedes arrastrarlo aquí.';
  return (
    <EditorsOnly>
      <Section
        id={editedId ? 'editar' : 'subir'}
        title={title}
        className={props.isFolded ? 'max-sm:not-target:hidden' : ''}
      >
        {hint && <p className="text-sm text-ink-soft">{hint}</p>}
        {category && !editedId && <OriginLinks category={category} />}
        {editedId ? (
          <Form action={`${page}/editar`} noValidate={false} className="mt-5 grid gap-5">
            {head}
            {tail}
            <div className="flex flex-wrap gap-3">
              <Button wide>Guardar</Button>
              <LinkButton href={page} variant="quiet">
                Cancelar
              </LinkButton>
            </div>
          </Form>
        ) : (
          <DocumentUploads
            action={`${page}/subir`}
            endpoint={`/api/documents/${category ? 'upload' : 'arrivals'}`}
            next={category ? `${page}?aviso=subido` : `${page}/ordenar`}
            orderPath={category && `/panel/documentos/ordenar?de=${category}`}
            allowsSeveral={takesMany}
            label={replacedId ? 'Reemplazar' : 'Subir'}
            dropHint={dropHint}
            maxUploadMb={props.maxUploadMb}
            error={errors.file ?? errors.category}
            head={head}
          >
            {tail}
          </DocumentUploads>
        )}
      </Section>
    </EditorsOnly>
  );
}

type DateFieldProps = Pick<Props, 'today' | 'values' | 'errors'> & { hint: string };

function IssueDate({ today, hint, values, errors }: DateFieldProps) {
  const field = formFields<typeof uploadFields>({ values, errors });
  return (
    <fieldset>
      <legend className="font-semibold">
        ¿De cuándo es?<span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      <Checkbox
        name={field('issuedToday').name}
        label={`De hoy, ${formatDate(today)}`}
        defaultChecked={values.issuedToday !== undefined}
      />
      <div className="mt-3">
        <DateField {...field('issuedAt')} label="O la fecha que trae" max={today} />
      </div>
    </fieldset>
  );
}
