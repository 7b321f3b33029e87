import { MonthLine } from '#components/documents/month-line.tsx';
import { OriginLinks } from '#components/documents/origin-links.tsx';
import { StandingTag } from '#components/documents/standing-tag.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { DatedText } from '#components/ui/dated-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { CategoryOverview, Overview } from '#lib/domain/alerts/schema.ts';
import { categories } from '#lib/domain/documents/rules.ts';

export function CategoryList({ label, categories }: Overview['groups'][number]) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-xl">{label}</h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {categories.map((category) => (
          <CategoryRow key={category.key} category={category} />
        ))}
      </ul>
    </section>
  );
}

function CategoryRow({ category }: { category: CategoryOverview }) {
  const { key, label, purpose, standing, detail, monthly } = category;
  const page = `/panel/documentos/${key}`;
  const isThere = standing !== 'missing' && standing !== 'checking' && standing !== 'refused';
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line p-4 last:border-b-0 sm:px-6">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
          {label}
          {(standing !== 'missing' || categories[key].asked) && <StandingTag standing={standing} />}
        </h3>
        <p className="mt-0.5 text-sm text-ink-soft">{purpose}</p>
        {detail && (
          <p className="mt-0.5 text-sm font-semibold">
            <DatedText text={detail} />
          </p>
        )}
        {monthly && <MonthLine {...monthly} />}
        {standing !== 'valid' && standing !== 'checking' && <OriginLinks category={key} />}
      </div>
      <div>
        <a
          href={isThere ? page : `${page}#subir`}
          className={buttonClass({ variant: isThere ? 'quiet' : 'secondary', compact: true })}
        >
          {isThere ? 'Abrir' : 'Subir'} <VisuallyHidden>{label}</VisuallyHidden>
        </a>
      </div>
    </li>
  );
}
