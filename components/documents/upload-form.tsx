import { OriginLinks } from '#components/documents/origin-links.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { FileField } from '#components/ui/file-field.tsx';
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
import { acceptedExtensions } from '#lib/platform/storage/accepted.ts';

type Props = {
  /** Without one the form asks, and with script each file has a row that knows or asks. */
  category?: CategoryKey;
  role?: 'natural' | 'juridica' | 'admin';
  title: string;
  hint?: string | undefined;
  replaces?: string | undefined;
  many: boolean;
  withTitle: boolean;
  dateHint?: string;
  maxUploadMb: number;
  errors: Record<string, string>;
};

/** A native form for one file; the enhancer (`data-documents`) sends several. */
export function UploadForm(props: Props) {
  const { category, role, title, hint, replaces, many, withTitle, dateHint, maxUploadMb, errors } =
    props;
  const page = category ? `/panel/documentos/${category}` : '/panel/documentos';
  return (
    <section id="subir" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 className="text-lg">{title}</h2>
      {hint && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
      {category && <OriginLinks category={category} />}
      <form
        method="post"
        action={`/f${page}/subir`}
        encType="multipart/form-data"
        data-once=""
        data-documents={`${page}?aviso=subido`}
        className="mt-5 grid gap-5"
      >
        {category && <input type="hidden" name="category" value={category} />}
        {replaces && <input type="hidden" name="replaces" value={replaces} />}
        {withTitle && (
          <TextField
            name="customTitle"
            label="Título"
            hint="Por ejemplo, Patente municipal."
            required
            maxLength={120}
            error={errors.customTitle}
          />
        )}
        <div data-drop="" className="drop">
          <FileField
            name="file"
            label="Archivo"
            hint={`PDF, imagen, Word o Excel, hasta ${maxUploadMb} MB.`}
            accept={acceptedExtensions.map((extension) => `.${extension}`).join(',')}
            required
            error={errors.file ?? (category && errors.category)}
            data={{
              'data-max-mb': String(maxUploadMb),
              ...(many && !replaces && { 'data-many': '' }),
            }}
          />
          <p data-drop-hint="" hidden className="mt-2 text-sm text-ink-soft pointer-coarse:hidden">
            {many && !replaces
              ? 'También puedes arrastrar aquí uno o varios archivos.'
              : 'También puedes arrastrarlo aquí.'}
          </p>
        </div>
        {dateHint && (
          <DateField
            name="expiresAt"
            label="Vence el"
            optional
            hint={many && !replaces ? `${dateHint} Si subes varios, vale para todos.` : dateHint}
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
        <div>
          <Button wide>{replaces ? 'Reemplazar' : 'Subir'}</Button>
        </div>
      </form>
    </section>
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
