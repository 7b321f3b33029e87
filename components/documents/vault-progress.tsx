/** "7 de 12 al día": how much of what everyone is asked for is there and valid. */
export function VaultProgress({ upToDate, asked }: { upToDate: number; asked: number }) {
  const complete = upToDate === asked;
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tabular-nums">{upToDate}</span>
        <span className="text-lg">de {asked} al día</span>
      </p>
      <progress className="meter mt-3 block" value={upToDate} max={asked} aria-label="Al día">
        {upToDate} de {asked}
      </progress>
      <p className="mt-3 text-sm text-ink-soft">
        {complete
          ? 'Tienes vigente todo lo que suelen pedir.'
          : 'Cuenta lo que suelen pedirle a toda empresa. Los contratos y otros papeles no cuentan.'}
      </p>
    </div>
  );
}
