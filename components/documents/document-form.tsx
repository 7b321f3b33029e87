import { OriginLinks } from '#components/documents/origin-links.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { groupCopy } from '#lib/domain/documents/copy.ts';
import {
  type CategoryKey,
  categories,
  categoriesOf,
  fileNames,
  groups,
} from '#lib/domain/documents/rules.ts';

type Props = {
  /** Without one the form asks, and with script each file has a row that knows or asks. */
  category?: CategoryKey;
  role?: 'natural' | 'juridica' | 'admin';
  title: string;
  hint?: string | undefined;
  /** The document whose place the file takes, or whose name and date change while its file stays. */
  replaces?: string | undefined;
  edits?: string | undefined;
  many: boolean;
  dateHint?: string;
  values: Record<string, string>;
  errors: Record<string, string>;
  maxUploadMb: number;
};

/** A document comes in or is corrected, by a native form; the enhancer (`data-documents`) sends several files. */
export function DocumentForm(props: Props) {
  const { category, role, title, hint, replaces, edits, dateHint, values, errors } = props;
  const page = category ? `/panel/documentos/${category}` : '/panel/documentos';
  const many = props.many && !replaces;
  const isTitled = category === 'otros' || errors.customTitle !== undefined;
  const action = edits ? `/f/panel/documentos/${category}/editar` : `/f${page}/subir`;
  return (
    <Card id={edits ? 'editar' : 'subir'} title={title}>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      {category && !edits && <OriginLinks category={category} />}
      <form
        method="post"
        action={action}
        data-once=""
        {...(!edits && {
          encType: 'multipart/form-data',
          'data-documents': `${page}?aviso=subido`,
        })}
        className="mt-5 grid gap-5"
      >
        {category && !edits && <input type="hidden" name="category" value={category} />}
        {replaces && <input type="hidden" name="replaces" value={replaces} />}
        {edits && <input type="hidden" name="documentId" value={edits} />}
        {(edits || isTitled) && (
          <TextField
            name={edits ? 'newName' : 'customTitle'}
            label={isTitled ? 'Título' : 'Nombre'}
            hint={isTitled ? 'Por ejemplo, Patente municipal.' : undefined}
            defaultValue={edits ? values.newName : values.customTitle}
            required
            maxLength={120}
            error={errors.newName ?? errors.customTitle}
          />
        )}
        {!edits && (
          <div>
            <FileField
              name="file"
              label="Archivo"
              maxMb={props.maxUploadMb}
              required
              error={errors.file ?? (category && errors.category)}
              data={many ? { 'data-many': '' } : {}}
            />
            <p
              data-drop-hint=""
              hidden
              className="mt-2 text-sm text-ink-soft pointer-coarse:hidden"
            >
              También puedes {many ? 'arrastrar aquí uno o varios archivos' : 'arrastrarlo aquí'}.
            </p>
          </div>
        )}
        {dateHint && (
          <DateField
            name="expiresAt"
            label="Vence el"
            optional
            hint={many && !edits ? `${dateHint} Si subes varios, vale para todos.` : dateHint}
            defaultValue={values.expiresAt}
            error={errors.expiresAt}
          />
        )}
        {!category && (
          <SelectField
            name="category"
            label="Qué documento es"
            required
            groups={groups.map((group) => ({
              label: groupCopy[group],
              options: categoriesOf(group, role).map(optionOf),
            }))}
            error={errors.category}
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
      </form>
    </Card>
  );
}

function optionOf(value: CategoryKey) {
  const { label, holds } = categories[value];
  const names = fileNames[value];
  const data = {
    ...(names && { 'data-names': names }),
    ...(holds === 'one' && { 'data-one': '' }),
  };
  return { value, label, data };
}
