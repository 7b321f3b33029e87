import type { CategoryOverview } from '#lib/domain/alerts/view.ts';
import { categoryKeys } from '#lib/domain/documents/rules.ts';

type Props = { outstanding: readonly CategoryOverview[]; uploadedKey?: CategoryOverview['key'] };

/**
 * Links to the next missing or expired document after the category `uploaded`, or else to the first
 * one.
 */
export function NextDocument({ outstanding, uploadedKey = 'otros' }: Props) {
  const index = categoryKeys.indexOf(uploadedKey);
  const otherCategories = outstanding.filter(({ key }) => key !== uploadedKey);
  const next =
    otherCategories.find(({ key }) => categoryKeys.indexOf(key) > index) ?? otherCategories[0];
  if (!next) return outstanding.length > 0 ? null : <p>Tienes vigente todo lo que suelen pedir.</p>;
  return (
    <p>
      Siguiente:{' '}
      <a href={`/panel/documentos/${next.key}#subir`} className="py-1 font-semibold">
        {next.label}
      </a>
    </p>
  );
}
