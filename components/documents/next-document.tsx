import type { CategoryOverview } from '#lib/domain/alerts/view.ts';

type Props = { outstanding: readonly CategoryOverview[]; uploadedKey?: CategoryOverview['key'] };

/**
 * Links to the first missing or expired document. The folder and the page after an upload name the
 * same one, except that the category `uploadedKey` is skipped.
 */
export function NextDocument({ outstanding, uploadedKey }: Props) {
  const next = outstanding.find(({ key }) => key !== uploadedKey);
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
