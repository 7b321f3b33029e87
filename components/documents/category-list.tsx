import { MonthLine } from '#components/documents/month-line.tsx';
import { OriginLinks } from '#components/documents/origin-links.tsx';
import { StandingTag } from '#components/documents/standing-tag.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { DatedText } from '#components/ui/dated-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { CategoryOverview, Overview } from '#lib/domain/alerts/view.ts';
import { categories } from '#lib/domain/documents/rules.ts';

export function CategoryList({ label, categories }: Overview['groups'][number]) {
  const rows = [...categories].sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <section className="mt-8">
      <h2 className="mb-4 text-xl">{label}</h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {rows.map((category) => (
          <CategoryRow key={category.key} category={category} />
        ))}
      </ul>
    </section>
  );
}

/** Ranks what needs an act first, then what is there, then what few people need. */
function placeOf({ key, standing }: CategoryOverview): number {
  if (standing === 'missing') return isRequired(key) ? 0 : 2;
  return isCalm(standing) ? 1 : 0;
}

function isCalm(standing: CategoryOverview['standing']): boolean {
  return standing === 'valid' || standing === 'endless' || standing === 'checking';
}

const isRequired = (key: CategoryOverview['key']) => categories[key].isRequired;

function CategoryRow({ category }: { category: CategoryOverview }) {
  const { key, label, purpose, standing, detail, monthly } = category;
  const page = `/panel/documentos/${key}`;
  const isThere = standing !== 'missing' && standing !== 'checking' && standing !== 'refused';
  const lacksMonths = standing === 'partial';
  const detailText = detail && (
    <p
      className={`text-sm ${standing === 'valid' || standing === 'endless' ? 'text-ink-soft' : 'font-semibold'}`}
    >
      <DatedText text={detail} />
    </p>
  );
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line px-4 py-2 last:border-b-0 sm:px-6">
      <div className="min-w-0">
        <details>
          <summary className="cursor-pointer py-1.5">
            <span className="font-semibold">{label}</span>{' '}
            {(standing !== 'missing' || isRequired(key)) && <StandingTag standing={standing} />}
          </summary>
          <p className="text-sm text-ink-soft">{purpose}</p>
          {monthly && !lacksMonths && <MonthLine {...monthly} />}
          {!isCalm(standing) && <OriginLinks category={key} />}
        </details>
        {detailText}
        {monthly && lacksMonths && <MonthLine {...monthly} />}
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
