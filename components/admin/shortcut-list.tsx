import { Palette, type PaletteProps } from '#components/admin/palette.tsx';

/** Opened by their buttons, or by `?` and Ctrl K where scripts run. */
export function ShortcutList(palette: PaletteProps) {
  return (
    <footer className="mt-12 hidden text-sm text-ink-soft lg:block print:hidden">
      <button type="button" popoverTarget="atajos" className="btn-quiet cursor-pointer py-2">
        Atajos del teclado
      </button>
      <button type="button" popoverTarget="ir" className="btn-quiet ml-6 cursor-pointer py-2">
        Ir a…
      </button>
      <Palette {...palette} />
      <div
        id="atajos"
        popover="auto"
        className="m-auto rounded-lg border border-line bg-surface p-6 text-ink shadow-raised"
      >
        <h2 className="mb-3 text-lg">Atajos del teclado</h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {keys.map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-sm border border-line-strong px-2 font-mono">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </footer>
  );
}

const keys = [
  ['j', 'Bajar una fila, o ir a la siguiente'],
  ['k', 'Subir una fila, o ir a la anterior'],
  ['Enter', 'Abrir'],
  ['x', 'Elegir la fila'],
  ['a', 'Asignar a mí las elegidas o la fila; en una solicitud, elegir a quién'],
  ['r', 'Responder; en la bandeja, a la fila'],
  ['e', 'Marcar como atendida; si ya lo está, la siguiente'],
  ['s d c', 'En una solicitud: su estado, pedir documentos, sus condiciones'],
  ['Ctrl Enter', 'Enviar lo que estás escribiendo; también ⌘ Enter'],
  ['/', 'Buscar'],
  [
    'Ctrl K',
    'Hacer algo con lo que ves, o ir a una solicitud, una vista o una sección; también ⌘ K',
  ],
  ['?', 'Mostrar esta lista'],
] as const;
