'use client';

import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  chosenRows,
  type PaletteAction,
  pressKey,
  setField,
} from '#components/admin/desk/palette-acts.ts';
import { ShortcutList } from '#components/admin/desk/shortcut-list.tsx';
import { usePersistedText } from '#components/admin/desk/use-persisted-text.ts';
import { useReturnToRow } from '#components/admin/desk/use-return-to-row.ts';
import { useSearchResults } from '#components/admin/desk/use-search-results.ts';
import { useShortcuts } from '#components/admin/desk/use-shortcuts.ts';
import { InPlace } from '#components/ui/in-place.tsx';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

type PaletteLink = { label: string; href: string };

const OfferActs = createContext<(acts: readonly PaletteAction[]) => void>(() => {});

/** Adds a page's actions to the palette while the page is shown. */
export function PageActs({ acts }: { acts: readonly PaletteAction[] }) {
  const offer = use(OfferActs);
  useEffect(() => {
    offer(acts);
    return () => offer([]);
  }, [offer, acts]);
  return null;
}

/** Wraps the advisors' pages and adds the palette, which Ctrl K opens. */
export function Desk({ links, children }: { links: readonly PaletteLink[]; children: ReactNode }) {
  const [acts, offer] = useState<readonly PaletteAction[]>([]);
  return (
    <OfferActs value={offer}>
      <InPlace>
        {children}
        <DeskListeners />
      </InPlace>
      <Palette {...{ acts, links }} />
      <ShortcutList />
    </OfferActs>
  );
}

/** Rendered after the page, so that its effects run after those of the page's forms. */
function DeskListeners() {
  usePersistedText();
  useShortcuts();
  useReturnToRow();
  return null;
}

/**
 * The palette: actions of the page, links, and found requests, accounts and payments. Enter chooses
 * what has the typed number, else the first action, link or result, and otherwise searches. Without scripts it is a
 * search form with links.
 */
function Palette({
  acts,
  links,
}: {
  acts: readonly PaletteAction[];
  links: readonly PaletteLink[];
}) {
  const [text, setText] = useState('');
  const [canAct, setCanAct] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const results = useSearchResults(text.trim());
  const typed = withoutAccents(text.trim());
  const fits = ({ label }: { label: string }) => withoutAccents(label).includes(typed);
  const offered = canAct ? acts.filter(fits) : [];
  const fitting = links.filter(fits);
  const isNothing = text !== '' && offered.length + fitting.length + (results?.length ?? 1) === 0;

  /**
   * Returns the lines in the order of the arrow keys: results with the typed number, actions and
   * links, then other results.
   */
  const lines = () => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('li > *') ?? [])];
    return items.sort((a, b) => Number('result' in a.dataset) - Number('result' in b.dataset));
  };
  const act = ({ target }: MouseEvent) => {
    const pressed = (target as Element).closest<HTMLElement>('li > *');
    if (!pressed) return;
    // Closing returns the focus to the former element. If there was none, `blur` is needed.
    box.current?.hidePopover();
    box.current?.querySelector('input')?.blur();
    const { does: pressedKey, sets } = pressed.dataset;
    if (pressedKey) pressKey(pressedKey);
    if (sets) setField(sets);
  };
  const send = (event: SubmitEvent) => {
    const [first] = lines();
    if (!first || !text.trim()) return;
    event.preventDefault();
    first.click();
  };
  const move = (event: KeyboardEvent) => {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const field = box.current?.querySelector('input');
    if (!offset || !field) return;
    const stops = [field, ...lines()];
    stops.at((stops.findIndex((stop) => stop.matches(':focus')) + offset) % stops.length)?.focus();
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      id="ir"
      popover="auto"
      // Actions are offered only while a row is chosen or focused.
      onBeforeToggle={() => setCanAct(chosenRows() !== 'none')}
      className="mx-auto mt-12 max-h-[calc(100dvh-4rem)] w-full max-w-form overflow-y-auto rounded-lg border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-[#0006]"
    >
      <form method="get" action="/admin" onClick={act} onSubmit={send} onKeyDown={move}>
        <label htmlFor="ir-a" className="font-semibold">
          Ir a, o hacer
        </label>
        <input
          id="ir-a"
          name="ir"
          value={text}
          onChange={({ target }) => setText(target.value)}
          // Selects the old text when the palette opens again, so that typing replaces it.
          onFocus={({ target }) => target.select()}
          autoFocus
          placeholder="Número, RUT, nombre, correo, orden de pago o lo que quieres hacer"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="control mt-2"
        />
        <ul className="mt-3">
          {results?.map(({ label, href, isExact }) => (
            <li key={href}>
              <a data-result={isExact ? undefined : ''} href={href} className={`truncate ${line}`}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ul>
          {offered.map(({ label, ...how }) => (
            <li key={label}>
              {'href' in how ? (
                <a href={how.href} className={line}>
                  {label}
                </a>
              ) : (
                <button
                  type="button"
                  {...('key' in how ? { 'data-does': how.key } : { 'data-sets': how.sets })}
                  className={`w-full cursor-pointer text-left text-brand ${line}`}
                >
                  {label}
                </button>
              )}
            </li>
          ))}
        </ul>
        <ul>
          {fitting.map(({ label, href }) => (
            <li key={href}>
              <a href={href} className={line}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p role="status" className="px-2 py-1.5 text-sm text-ink-soft empty:hidden">
          {isNothing &&
            'No hay una vista, solicitud, cuenta ni pago así. Enter busca en la bandeja.'}
        </p>
      </form>
    </div>
  );
}

const line = 'block rounded-sm px-2 py-1.5 no-underline hover:bg-sunken';
