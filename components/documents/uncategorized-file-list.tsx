import { ReadSelect } from '#components/documents/read-select.tsx';
import { SameFileText } from '#components/documents/same-file.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { dateHints, groupCopy, UNDATED_QUESTION } from '#lib/domain/documents/copy.ts';
import {
  type CategoryKey,
  categories,
  categoriesOf,
  DISCARD,
  datedBy,
  groups,
} from '#lib/domain/documents/rules.ts';
import { formatSize } from '#lib/platform/chile/format.ts';

type Props = {
  rows: readonly {
    id: string;
    fileId: string;
    fileName: string;
    contentType: string;
    state: string;
    size: number;
    message: string | undefined;
    warnings: readonly string[];
    /** The earlier document of the account that has the same file. */
    sameAs: { label: string; href: string } | undefined;
    /** A RUT in the file that is not the account's. */
    otherRut: string | null;
    /** The category that the file gets if its owner says that this RUT was misread. */
    claimedCategory: CategoryKey | null;
    read: { category: string; issuedAt: string; expiresAt: string };
  }[];
  role: 'natural' | 'juridica' | 'admin';
  /** Values of a refused form, which win over values that were read in the file. */
  values: Record<string, string>;
  errors: Record<string, string>;
};

/**
 * Lists files without a category, with the facts read in each, so that they are corrected and saved
 * together.
 */
export function UncategorizedFileList({ rows, role, values, errors }: Props) {
  const options = [
    ...groups.map((group) => ({
      label: groupCopy[group],
      options: categoriesOf(group, role).map((value) => ({
        value,
        label: categories[value].label,
        data: { 'data-dates': datedBy(value) },
      })),
    })),
    { label: 'O no lo guardes', options: [{ value: DISCARD, label: 'Borrar este archivo' }] },
  ];
  return (
    <EditorsOnly>
      <Form action="/panel/documentos/ordenar/guardar" noValidate={false}>
        <ul className="grid gap-5">
          {rows.map(({ id, fileName, size, message, warnings, sameAs, read, ...file }) => {
            const field = (dateField: keyof typeof read) => {
              const name = `doc.${id}.${dateField}`;
              return { name, defaultValue: values[name] ?? read[dateField], error: errors[name] };
            };
            const claim = values[`doc.${id}.own`];
            const claimed = file.otherRut === null ? null : file.claimedCategory;
            const category = field('category');
            if (claim === 'asRead' && claimed && category.defaultValue === 'otros')
              category.defaultValue = claimed;
            return (
              <li key={id} className="group rounded-lg border border-line bg-surface p-5">
                <fieldset>
                  <legend className="font-semibold wrap-anywhere">
                    {fileName} <span className="font-normal text-ink-soft">{formatSize(size)}</span>
                  </legend>
                  {file.state === 'kept' && (
                    <a
                      href={`/api/documents/download?key=${file.fileId}${mayPreview(file) ? '&inline=1' : ''}`}
                      target="_blank"
                      rel="noopener"
                      className="inline-block py-1.5"
                    >
                      Ver<VisuallyHidden> {fileName}</VisuallyHidden>
                    </a>
                  )}
                  <button
                    type="submit"
                    form={DISCARD_FORM}
                    name="descartar"
                    value={id}
                    className={`${buttonClass({ variant: 'quiet', compact: true })} float-right`}
                  >
                    Descartar<VisuallyHidden> {fileName}</VisuallyHidden>
                  </button>
                  <p>
                    <UnbrokenText text={message ?? ''} />
                  </p>
                  {sameAs && (
                    <p className="font-semibold text-warning">
                      <SameFileText earlier={sameAs} /> Puedes guardarlo igual, o elegir “Borrar
                      este archivo”.
                    </p>
                  )}
                  {warnings.map((warning) => (
                    <p key={warning} className="font-semibold text-warning">
                      <UnbrokenText text={warning} />
                    </p>
                  ))}
                  <div className="mt-4 grid items-start gap-4 md:grid-cols-[2fr_1fr_1fr]">
                    <ReadSelect
                      {...category}
                      label="Qué documento es"
                      groups={options}
                      claim={claimed ? { name: `doc.${id}.own`, value: claimed } : undefined}
                    />
                    <DateField
                      {...field('issuedAt')}
                      label="De cuándo es"
                      hint={<DateHint field="issuedAt" />}
                    />
                    <DateField
                      {...field('expiresAt')}
                      label="Vence el"
                      hint={<DateHint field="expiresAt" />}
                    />
                  </div>
                  {file.otherRut && (
                    <div className="mt-4">
                      <Checkbox
                        name={`doc.${id}.own`}
                        value={claim ?? (claimed ? 'asRead' : 'true')}
                        label={`Sí es ${role === 'natural' ? 'mío' : 'de mi empresa'}: leímos mal el RUT`}
                        hint={
                          claimed
                            ? `Lo guardamos como ${categories[claimed].label}, si no eliges otro arriba. Reemplaza al que haya si guardamos uno.`
                            : 'Elige arriba qué documento es. Ocupa su lugar, y reemplaza al que haya si guardamos uno.'
                        }
                        defaultChecked={Boolean(claim)}
                      />
                    </div>
                  )}
                  {errors[`doc.${id}.issuedAt`]?.endsWith(UNDATED_QUESTION) && (
                    <input
                      type="hidden"
                      name={`doc.${id}.undatedAs`}
                      value={category.defaultValue}
                    />
                  )}
                </fieldset>
              </li>
            );
          })}
        </ul>
        <div className="mt-6">
          <Button wide>{rows.length > 1 ? 'Guardar todos' : 'Guardar'}</Button>
        </div>
      </Form>
      {/* A form of its own, so that Enter in a field saves and discards nothing. */}
      <Form id={DISCARD_FORM} action="/panel/documentos/ordenar/guardar" />
    </EditorsOnly>
  );
}

const DISCARD_FORM = 'descartar-archivo';

/** Returns whether browsers can show the file. Others are downloaded. */
function mayPreview({ contentType }: { contentType: string }): boolean {
  return contentType === 'application/pdf' || contentType.startsWith('image/');
}

/**
 * Renders a hint for each kind of category. CSS shows that of the chosen one, also without scripts.
 */
function DateHint({ field }: { field: 'issuedAt' | 'expiresAt' }) {
  return Object.entries(dateHints).map(([kind, hints]) => (
    <span key={kind} className={`hidden ${hintStyles[kind]}`}>
      {hints[field]}
    </span>
  ));
}

const hintStyles: Record<string, string> = {
  issue: 'group-has-[[data-dates=issue]:checked]:inline',
  printed: 'group-has-[[data-dates=printed]:checked]:inline',
  entered: 'group-has-[[data-dates=entered]:checked]:inline',
  none: 'group-has-[[data-dates=none]:checked]:inline',
};
