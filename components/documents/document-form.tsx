import { OriginLinks } from '#components/documents/origin-links.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SelectField, type SelectOption } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { arrivalFiles } from '#lib/domain/documents/schema.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

type Props = {
  /** Without one they are told on the next page, file by file. */
  category?: CategoryKey;
  title: string;
  hint?: string | undefined;
  /** The document whose place the file takes, or whose name and date change while its file stays. */
  replaces?: string | undefined;
  edits?: string | undefined;
  /** Of a category of many: what a newcomer may take the place of. */
  older?: readonly SelectOption[];
  many: boolean;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  issueHint?: string | undefined;
  dateHint?: string;
  /** The end is asked for, as the paper says it. */
  bearsEnd?: boolean;
  values: Record<string, string>;
  errors: Record<string, string>;
  maxUploadMb: number;
};

/** A document comes in or is corrected, by a native form; the enhancer (`data-documents`) sends several files. */
export function DocumentForm(props: Props) {
  const { category, title, hint, replaces, edits, today, issueHint, dateHint } = props;
  const { values, errors } = props;
  const page = category ? `/panel/documentos/${category}` : '/panel/documentos';
  const many = props.many && !replaces;
  const older = (many && !edits && props.older) || [];
  const isTitled = category === 'otros' || (!edits && errors.customTitle !== undefined);
  const action = edits ? `/panel/documentos/${category}/editar` : `${page}/subir`;
  return (
    <Card id={edits ? 'editar' : 'subir'} title={title}>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      {category && !edits && <OriginLinks category={category} />}
      <Form
        action={action}
        noValidate={false}
        {...(!edits && {
          encType: 'multipart/form-data',
          'data-documents': category ? `${page}?aviso=subido` : `${page}/ordenar`,
          'data-endpoint': `/api/documents/${category ? 'upload' : 'arrivals'}`,
          'data-order': category ? `/panel/documentos/ordenar?de=${category}` : undefined,
        })}
        className="mt-5 grid gap-5"
      >
        {category && !edits && <input type="hidden" name="category" value={category} />}
        {replaces && <input type="hidden" name="replaces" value={replaces} />}
        {edits && <input type="hidden" name="id" value={edits} />}
        {(edits || isTitled) && (
          <TextField
            name="customTitle"
            label={isTitled ? 'Título' : 'Nombre'}
            hint={isTitled ? 'Por ejemplo, Patente municipal.' : undefined}
            defaultValue={values.customTitle}
            required
            maxLength={120}
            error={errors.customTitle}
          />
        )}
        {!edits && (
          <div>
            <FileField
              name="file"
              label="Archivo"
              maxMb={props.maxUploadMb}
              required
              error={errors.file ?? errors.category}
              data={many ? { 'data-many': '' } : {}}
            />
            <p
              data-drop-hint=""
              hidden
              className="mt-2 text-sm text-ink-soft pointer-coarse:hidden"
            >
              También puedes {many ? 'arrastrar aquí uno o varios archivos' : 'arrastrarlo aquí'}.
              {many && category && ' De varios, dices después de cuándo es cada uno.'}
            </p>
          </div>
        )}
        {!category && (
          <noscript>
            <div className="grid gap-5">
              {arrivalFiles.slice(1).map((name, n) => (
                <FileField
                  key={name}
                  name={name}
                  label={`Archivo ${n + 2}`}
                  optional
                  maxMb={props.maxUploadMb}
                  error={errors[name]}
                />
              ))}
            </div>
          </noscript>
        )}
        {older.length > 0 && (
          <SelectField
            name="replaces"
            label="¿Reemplaza a uno que ya está?"
            optional
            placeholder="No, se agrega a los demás"
            hint="Queda como su versión anterior, y tus enlaces muestran el nuevo."
            options={older}
            defaultValue={values.replaces}
            error={errors.replaces}
          />
        )}
        {issueHint && <IssueDate {...{ today, values, errors }} hint={issueHint} />}
        {dateHint && (
          <DateField
            name="expiresAt"
            label={props.bearsEnd ? '¿Cuándo vence?' : 'Vence el'}
            optional={!props.bearsEnd}
            hint={<DatedText text={dateHint} />}
            defaultValue={values.expiresAt}
            error={errors.expiresAt}
          />
        )}
        <ul data-progress="" className="grid gap-4 empty:hidden" />
        <div className="flex flex-wrap gap-3">
          <Button wide>{edits ? 'Guardar' : replaces ? 'Reemplazar' : 'Subir'}</Button>
          {edits && (
            <LinkButton href={page} variant="quiet">
              Cancelar
            </LinkButton>
          )}
        </div>
      </Form>
    </Card>
  );
}

type Dated = Pick<Props, 'today' | 'values' | 'errors'> & { hint: string };

/** Of when a paper is: today by one press, or its date. */
function IssueDate({ today, hint, values, errors }: Dated) {
  return (
    <fieldset>
      <legend className="font-semibold">
        ¿De cuándo es?<span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      <Checkbox
        name="issuedToday"
        label={`De hoy, ${formatDate(today)}`}
        defaultChecked={values.issuedToday !== undefined}
      />
      <div className="mt-3">
        <DateField
          name="issuedAt"
          label="O la fecha que trae"
          max={today}
          defaultValue={values.issuedAt}
          error={errors.issuedAt}
        />
      </div>
    </fieldset>
  );
}
