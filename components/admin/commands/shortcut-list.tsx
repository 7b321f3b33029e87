import { useRef } from 'react';
import { useCommands } from '#components/ui/commands.tsx';

/** The list of shortcuts, which its button or the key `?` opens. */
export function ShortcutList() {
  const box = useRef<HTMLDivElement>(null);
  useCommands([
    { name: 'shortcuts', isReady: () => true, run: () => box.current?.togglePopover() },
  ]);
  return (
    <div
      ref={box}
      id="atajos"
      popover="auto"
      className="m-auto rounded-lg border border-line bg-surface p-6 text-ink shadow-raised"
    >
      <h2 className="mb-3 text-lg">Atajos del teclado</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {shortcuts.map(([key, effect]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line-strong px-2 font-mono">{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const shortcuts = [
  ['j', 'Bajar una fila, o ir a la siguiente'],
  ['k', 'Subir una fila, o ir a la anterior'],
  ['Enter', 'Abrir'],
  ['x', 'Elegir la fila'],
  ['a', 'Asignar a mí las elegidas o la fila; en una solicitud, elegir a quién'],
  ['r', 'Responder; en la bandeja, a la fila'],
  ['e', 'Marcar como atendida; si ya lo está, la siguiente'],
  ['n', 'En una solicitud: anotar'],
  ['s', 'En una solicitud: su estado'],
  ['d', 'En una solicitud: pedir documentos'],
  ['c', 'En una solicitud: sus condiciones'],
  ['l', 'En un mensaje con teléfono: registrar una llamada'],
  ['Ctrl Enter', 'Enviar lo que estás escribiendo; también ⌘ Enter'],
  ['/', 'Buscar'],
  [
    'Ctrl K',
    'Hacer algo con lo que ves, o ir a una solicitud, una vista o una sección; también ⌘ K',
  ],
  ['?', 'Mostrar esta lista'],
] as const;
