import { Icon } from '#components/ui/icon.tsx';

/**
 * Opens the palette and the list of shortcuts, even without scripts. On phones it also shows the
 * alarm, because the section that has it is at the end of a row that scrolls.
 */
export function AdminTools({ isTroubled }: { isTroubled: boolean }) {
  return (
    <div className="ml-auto flex min-h-16 items-center gap-2">
      {isTroubled && (
        <a
          href="/admin/estado"
          aria-label="Estado: algo pide atención"
          className="inline-flex min-h-11 items-center px-2 md:hidden"
        >
          <Icon name="warning" className="size-6 text-warning" />
        </a>
      )}
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
