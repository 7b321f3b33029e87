import { type KeyboardEvent, type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import { resultKinds, useSearchResults } from '#components/admin/commands/use-search-results.ts';
import { Commands, useCommands } from '#components/ui/commands.tsx';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

export type PaletteLink = { label: string; href: string };
type Option = { label: string; hint?: string | undefined } & (
  | { href: string }
  | { run: () => void }
);

/**
 * The palette: actions of the page, links and search results, in groups. The focus stays in the
 * field; arrow keys choose an option and Enter opens it. If none is chosen, Enter opens the first
 * option for the typed text, or searches if there is none. Without scripts it is a search form with
 * links.
 */
export function Palette({ links }: { links: readonly PaletteLink[] }) {
  const commands = use(Commands);
  const [text, setText] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const [pageOptions, setPageOptions] = useState<readonly Option[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const results = useSearchResults(text.trim());
  const normalizedText = withoutAccents(text.trim());
  const matchesText = ({ label }: { label: string }) =>
    withoutAccents(label).includes(normalizedText);
  const resultGroups = Object.entries(resultKinds).map(([kind, title]) => ({
    title,
    options: (results ?? []).filter((result) => result.kind === kind && !result.isExact),
  }));
  const allGroups: { title: string; options: readonly Option[] }[] = [
    { title: 'Con ese número', options: (results ?? []).filter(({ isExact }) => isExact) },
    { title: 'Hacer aquí', options: pageOptions.filter(matchesText) },
    { title: 'Ir a', options: links.filter(matchesText) },
    ...resultGroups,
  ];
  const groups = allGroups.filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const chosenIndex = options.findIndex((option) => keyOf(option) === chosenKey);
  const activeIndex = chosenIndex < 0 && text.trim() && options.length > 0 ? 0 : chosenIndex;
  useEffect(() => {
    if (activeIndex >= 0)
      document.getElementById(`ir-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  useCommands([{ name: 'palette', isReady: () => true, run: () => box.current?.togglePopover() }]);
  const open = () => {
    setChosenKey(undefined);
    setPageOptions(
      (commands?.listLabelled() ?? []).map(({ label = '', href, run }) =>
        href ? { label, href } : { label, run },
      ),
    );
  };
  const close = (option: Option) => {
    // Closing returns the focus to the element that had it before. If no element had it, `blur` is
    // needed.
    box.current?.hidePopover();
    box.current?.querySelector('input')?.blur();
    if ('run' in option) option.run();
  };
  const send = (event: SubmitEvent) => {
    if (activeIndex < 0) return;
    event.preventDefault();
    document.getElementById(`ir-${activeIndex}`)?.click();
  };
  const move = (event: KeyboardEvent) => {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!offset || options.length === 0) return;
    event.preventDefault();
    const next = options.at((Math.max(activeIndex, offset < 0 ? 0 : -1) + offset) % options.length);
    if (next) setChosenKey(keyOf(next));
  };
  return (
    <div
      ref={box}
      id="ir"
      popover="auto"
      onBeforeToggle={({ newState }) => newState === 'open' && open()}
      className="mx-auto mt-12 max-h-[calc(100dvh-4rem)] w-full max-w-form overflow-y-auto rounded-lg border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-[#0006]"
    >
      <form method="get" action="/admin" onSubmit={send} onKeyDown={move}>
        <label htmlFor="ir-a" className="font-semibold">
          Ir a, o hacer
        </label>
        <input
          id="ir-a"
          name="ir"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls="ir-lista"
          aria-autocomplete="list"
          aria-activedescendant={activeIndex < 0 ? undefined : `ir-${activeIndex}`}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosenKey(undefined);
          }}
          // Selects the old text when the palette opens again, so that typing replaces it.
          onFocus={({ target }) => target.select()}
          autoFocus
          placeholder="Número, RUT, nombre, correo, póliza, orden de pago o lo que quieres hacer"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="control mt-2"
        />
        {options.length > 0 && (
          <div id="ir-lista" role="listbox" aria-label="Lo que coincide" className="mt-3">
            {groups.map(({ title, options: groupOptions }, groupIndex) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox may not have a fieldset
              <div
                key={title}
                role="group"
                aria-labelledby={`ir-grupo-${groupIndex}`}
                className="mb-2"
              >
                <p
                  id={`ir-grupo-${groupIndex}`}
                  className="px-2 text-sm font-semibold text-ink-soft"
                >
                  {title}
                </p>
                {groupOptions.map((option) => {
                  const n = options.indexOf(option);
                  const optionProps = {
                    id: `ir-${n}`,
                    role: 'option',
                    'aria-selected': n === activeIndex,
                    onClick: () => close(option),
                    className: `${optionStyle} ${'run' in option ? 'cursor-pointer text-brand' : ''}`,
                  } as const;
                  const content = (
                    <>
                      <span className="block wrap-anywhere">{option.label}</span>
                      {option.hint && (
                        <span className="block wrap-anywhere text-sm text-ink-soft">
                          {option.hint}
                        </span>
                      )}
                    </>
                  );
                  return 'href' in option ? (
                    <a key={n} href={option.href} {...optionProps}>
                      {content}
                    </a>
                  ) : (
                    <button key={n} type="button" {...optionProps}>
                      {content}
                    </button>
                  );
                })}
              </div>
            ))}
          </div>
        )}
        <p role="status" className="px-2 py-1.5 text-sm text-ink-soft empty:hidden">
          {text !== '' &&
            results &&
            options.length === 0 &&
            'No hay una vista, solicitud, garantía, pago ni cuenta así. Enter busca en la bandeja.'}
        </p>
      </form>
    </div>
  );
}

const keyOf = (option: Option) => `${option.label} ${'href' in option ? option.href : ''}`;

const optionStyle =
  'block w-full rounded-sm px-2 py-1.5 text-left no-underline hover:bg-sunken aria-selected:bg-brand-tint';
