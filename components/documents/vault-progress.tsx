import type { CategoryOverview } from '#lib/domain/alerts/schema.ts';

type Props = {
  upToDate: number;
  asked: number;
  /** Of those asked, what is missing or has expired. */
  wanting: readonly CategoryOverview[];
};

/** "7 de 12 al día": how much of what everyone is asked for is there and valid, and what is not. */
export function VaultProgress({ upToDate, asked, wanting }: Props) {
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tabular-nums">{upToDate}</span>
        <span className="text-lg">de {asked} al día</span>
      </p>
      <progress className="meter mt-3 block" value={upToDate} max={asked} aria-label="Al día">
        {upToDate} de {asked}
      </progress>
      {wanting.length === 0 ? (
        <p className="mt-4">Tienes vigente todo lo que suelen pedir.</p>
      ) : (
        <>
          <h3 className="mt-5 font-semibold">Para completarla</h3>
          <ul className="mt-1">
            {wanting.slice(0, SHOWN).map(({ key, label, standing }) => (
              <li key={key}>
                <a href={`/panel/documentos/${key}#subir`} className="inline-block py-1">
                  {standing === 'expired' ? 'Renovar' : 'Subir'} {label}
                </a>
              </li>
            ))}
          </ul>
          {wanting.length > SHOWN && (
            <p className="mt-1 text-sm text-ink-soft">Y {wanting.length - SHOWN} más, abajo.</p>
          )}
        </>
      )}
    </>
  );
}

const SHOWN = 6;
