import type { Act } from '#components/admin/acts.ts';
import { inboxViewCopy } from '#lib/domain/inbox/copy.ts';
import { type InboxView, type OwnView, viewQuery } from '#lib/domain/inbox/rules.ts';

export type PaletteProps = {
  acts: readonly Act[];
  own: readonly OwnView[];
  sections: readonly { label: string; href: string }[];
};

/** Acts of the page, places of the desk and a search of leads; without scripts a search form and links. */
export function Palette({ acts, own, sections }: PaletteProps) {
  const ownViews = own.map(({ nombre, lista }) => ({ label: nombre, href: `/admin?${lista}` }));
  return (
    <div
      id="ir"
      popover="auto"
      className="mx-auto mt-12 w-full max-w-form rounded-lg border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-[#0006]"
    >
      <form method="get" action="/admin">
        <label htmlFor="ir-a" className="font-semibold">
          Ir a, o hacer
        </label>
        <input
          id="ir-a"
          name="ir"
          autoFocus
          placeholder="Número, RUT, nombre, una vista o lo que quieres hacer"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="control mt-2"
        />
        <ul data-found="" className="mt-3" />
        <ul data-acts="" className="hidden lg:in-data-enhanced:block">
          {acts.map(({ label, ...act }) => (
            <li key={label}>
              {'href' in act ? (
                <a href={act.href} className={line}>
                  {label}
                </a>
              ) : (
                <button
                  type="button"
                  {...('key' in act ? { 'data-does': act.key } : { 'data-sets': act.sets })}
                  className={`w-full cursor-pointer text-left text-brand ${line}`}
                >
                  {label}
                </button>
              )}
            </li>
          ))}
        </ul>
        <ul>
          {[...views, ...sections, ...ownViews].map(({ label, href }) => (
            <li key={href}>
              <a href={href} className={line}>
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

const line = 'block rounded-sm px-2 py-1.5 no-underline hover:bg-sunken';

const views = Object.entries(inboxViewCopy).map(([name, label]) => ({
  label,
  href: `/admin?${viewQuery(name as InboxView)}`.replace(/\?$/, ''),
}));
