import { inboxViewCopy } from '#lib/domain/inbox/copy.ts';
import { inboxViews } from '#lib/domain/inbox/rules.ts';

/** Places of the desk, and a lead by what is known of it; without scripts a search and links. */
export function Palette() {
  return (
    <div
      id="ir"
      popover="auto"
      className="mx-auto mt-24 mb-auto w-full max-w-120 rounded-lg border border-line bg-surface p-5 text-ink shadow-raised"
    >
      <form method="get" action="/admin">
        <label htmlFor="ir-a" className="font-semibold">
          Ir a
        </label>
        <input
          id="ir-a"
          name="ir"
          autoFocus
          placeholder="Número, RUT, nombre o una vista"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="control mt-2"
        />
        <ul data-found="" className="mt-3" />
        <ul>
          {places.map(([label, href]) => (
            <li key={href}>
              <a href={href} className="block rounded-sm px-2 py-1.5 no-underline hover:bg-sunken">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p role="status" className="px-2 py-1.5 text-sm text-ink-soft empty:hidden" />
      </form>
    </div>
  );
}

const places = [
  ...Object.entries(inboxViews).map(([name, query]) => [
    inboxViewCopy[name as keyof typeof inboxViews],
    `/admin?${new URLSearchParams(query)}`,
  ]),
  ['Todas', '/admin'],
  ['Garantías', '/admin/garantias'],
  ['Pagos', '/admin/pagos'],
  ['Envíos', '/admin/entregas'],
  ['Cuentas', '/admin/cuentas'],
  ['Auditoría', '/admin/auditoria'],
] as const;
