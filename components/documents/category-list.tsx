import { DocumentStatusTag } from '#components/documents/document-status-tag.tsx';
import { MonthLine } from '#components/documents/month-line.tsx';
import { OriginLinks } from '#components/documents/origin-links.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Section } from '#components/ui/section.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { CategoryOverview, Overview } from '#lib/domain/alerts/view.ts';
import { categories } from '#lib/domain/documents/rules.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

export function CategoryList({ label, categories }: Overview['groups'][number]) {
  const rows = [...categories].sort((a, b) => rankOf(a) - rankOf(b));
  const missingRows = rows.filter((category) => rankOf(category) === 0);
  const otherRows = rows.slice(missingRows.length);
  const countOf = (rank: number) =>
    otherRows.filter((category) => rankOf(category) === rank).length;
  const [dueCount, upToDateCount, optionalCount] = [countOf(1), countOf(2), countOf(3)];
  const missingCount = missingRows.filter(({ status }) => status === 'missing').length;
  const parts = [
    ...(dueCount > 0 ? [`${dueCount} por renovar`] : []),
    ...(upToDateCount > 0 ? [`${upToDateCount} al día`] : []),
    ...(optionalCount > 0 ? [formatCount(optionalCount, 'opcional', 'opcionales')] : []),
  ];
  return (
    <Section
      title={
        <>
          {label}
          {missingCount > 0 && (
            <span className="text-sm font-normal whitespace-nowrap sm:hidden">
              {` · Falta${missingCount > 1 ? 'n' : ''} ${missingCount}`}
            </span>
          )}
        </>
      }
    >
      <CategoryRows rows={missingRows} />
      {otherRows.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-2.5 font-semibold text-brand">
            Ver {new Intl.ListFormat('es-CL').format(parts)}
            <VisuallyHidden> de {label}</VisuallyHidden>
          </summary>
          <CategoryRows rows={otherRows} />
        </details>
      )}
    </Section>
  );
}

function CategoryRows({ rows }: { rows: readonly CategoryOverview[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="border-t border-line">
      {rows.map((category) => (
        <CategoryRow key={category.key} category={category} />
      ))}
    </ul>
  );
}

/**
 * Returns the rank of a category. Categories that lack a document come first, then documents to
 * renew, valid documents, and optional categories without a document.
 */
function rankOf({ key, status }: CategoryOverview): number {
  if (status === 'missing' || status === 'other-rut') return isRequired(key) ? 0 : 3;
  if (status === 'partial') return 0;
  return isCalm(status) ? 2 : 1;
}

function isCalm(status: CategoryOverview['status']): boolean {
  return status === 'valid' || status === 'endless' || status === 'checking';
}

const isRequired = (key: CategoryOverview['key']) => categories[key].isRequired;

function CategoryRow({ category }: { category: CategoryOverview }) {
  const { key, label, status, detail, monthly, singlePath } = category;
  const page = `/panel/documentos/${key}`;
  const hasDocument = status !== 'missing' && status !== 'checking' && status !== 'refused';
  const isFine = status === 'valid' || status === 'endless';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line py-1 sm:py-2 sm:grid-cols-[minmax(0,1fr)_9rem_5.5rem]">
      <div className="row-span-2 min-w-0 self-center sm:row-span-1">
        {singlePath ? (
          <a href={singlePath} target="_blank" rel="noopener" className={titleStyle}>
            {label}
            <VisuallyHidden> en otra pestaña</VisuallyHidden>
          </a>
        ) : (
          <a href={hasDocument ? page : `${page}#subir`} className={titleStyle}>
            {label}
          </a>
        )}
        {detail && (
          <p className={`text-sm ${isFine ? 'text-ink-soft' : 'font-semibold'}`}>
            <UnbrokenText text={detail} />
          </p>
        )}
        {monthly && <MonthLine {...monthly} />}
        {!isCalm(status) && <OriginLinks category={key} className="hidden sm:block" />}
      </div>
      <div
        className={`justify-self-end py-1 sm:justify-self-start ${status === 'missing' ? 'hidden sm:block' : ''}`}
      >
        {(status !== 'missing' || isRequired(key)) && <DocumentStatusTag status={status} />}
      </div>
      <div className="col-start-2 justify-self-end sm:col-start-3">
        {hasDocument ? (
          <RowAct {...{ hasDocument, page, label }} />
        ) : (
          <EditorsOnly>
            <RowAct {...{ hasDocument, page, label }} />
          </EditorsOnly>
        )}
      </div>
    </li>
  );
}

const titleStyle = 'inline-block py-1.5 font-semibold text-ink';

type ActionProps = { hasDocument: boolean; page: string; label: string };

/** Leads to the documents of a category, or to the upload. */
function RowAct({ hasDocument, page, label }: ActionProps) {
  return (
    <a
      href={hasDocument ? page : `${page}#subir`}
      className={buttonClass({ variant: hasDocument ? 'quiet' : 'secondary', compact: true })}
    >
      {hasDocument ? 'Detalles' : 'Subir'} <VisuallyHidden>{label}</VisuallyHidden>
    </a>
  );
}
