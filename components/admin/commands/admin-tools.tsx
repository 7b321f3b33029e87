/** Opens the palette and the list of shortcuts, even without scripts. */
export function AdminTools() {
  return (
    <div className="ml-auto flex min-h-16 items-center gap-2">
      <button type="button" popoverTarget="ir" className={`inline-flex ${buttonStyle}`}>
        Ir a… <kbd className="hidden font-mono text-xs text-ink-soft lg:inline">Ctrl K</kbd>
      </button>
      <button
        type="button"
        popoverTarget="atajos"
        aria-label="Atajos del teclado"
        title="Atajos del teclado"
        className={`hidden lg:inline-flex ${buttonStyle}`}
      >
        <kbd className="font-mono">?</kbd>
      </button>
    </div>
  );
}

const buttonStyle =
  'min-h-11 shrink-0 cursor-pointer items-center gap-2 whitespace-nowrap rounded-full border border-line px-3 text-sm text-ink hover:border-brand lg:min-h-9';
