'use client';

import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '#components/ui/button.tsx';
import type { ButtonStyle } from '#components/ui/button-class.ts';
import { type CommandName, useCommands } from '#components/ui/commands.tsx';

type Props = ButtonStyle & {
  /** Commands that focus the select, and that choose a value. */
  commands: { focus: CommandName; set: CommandName };
  saved: string;
  /**
   * The value, such as `rechazada`, that is not saved before a reason is typed. While it is chosen,
   * the button says `labelAfterReason`.
   */
  valueWithReason?: string;
  labelAfterReason?: string;
  label: string;
  formAction?: string;
  /** Field for the reason, folded away until it is needed. */
  more?: { title: string; isOpen: boolean; content: ReactNode };
  /** The select and what belongs to it. */
  children: ReactNode;
};

/**
 * Saves a select when it changes. By keyboard only Enter or the button saves, because arrow keys
 * change it.
 */
export function AutoSaveSelect(props: Props) {
  const { commands, saved, valueWithReason, labelAfterReason, label, more, children, ...button } =
    props;
  /** Null until scripts run. The button is visible until then. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(more?.isOpen ?? false);
  const box = useRef<HTMLFieldSetElement>(null);
  const savedBefore = useRef(saved);
  const needsReason = more && chosen === valueWithReason;
  useEffect(() => {
    const select = selectIn(box.current);
    // Another person saved another value, and nobody has chosen one here.
    if (select && select.value === savedBefore.current) select.value = saved;
    savedBefore.current = saved;
    // A person may have chosen a value or unfolded the reason before the script loaded.
    const value = select?.value ?? '';
    setChosen(value);
    if (box.current?.querySelector('details[open]')) setOpen(true);
    if (value === valueWithReason && value !== saved) setOpen(true);
  }, [valueWithReason, saved]);

  const save = ({ value, form }: HTMLSelectElement) => {
    if (value !== saved && !isOpen) form?.requestSubmit(box.current?.querySelector('button'));
  };
  const askReason = () => {
    setOpen(true);
    // The field exists only after the next render.
    setTimeout(() => box.current?.querySelector('textarea')?.focus());
  };
  const isReady = () => box.current !== null;
  useCommands([
    { name: commands.focus, isReady, run: () => selectIn(box.current)?.focus() },
    {
      name: commands.set,
      isReady,
      run(value = '') {
        const select = selectIn(box.current);
        if (!select) return;
        select.value = value;
        setChosen(value);
        if (value === valueWithReason) askReason();
        else select.form?.requestSubmit(box.current?.querySelector('button'));
      },
    },
  ]);
  const choose = ({ target }: ChangeEvent<HTMLElement>) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const isByKeys = target.matches(':focus-visible');
    setChosen(target.value);
    if (more && target.value === valueWithReason) {
      if (isByKeys) setOpen(true);
      else askReason();
    } else if (!isByKeys) save(target);
  };
  const enter = ({ target, key, ctrlKey, metaKey }: KeyboardEvent) => {
    const isEnter = key === 'Enter' && !ctrlKey && !metaKey;
    if (isEnter && target instanceof HTMLSelectElement) save(target);
  };
  return (
    <fieldset ref={box} className="grid min-w-0 gap-3" onChange={choose} onKeyDown={enter}>
      {children}
      {more && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="w-fit py-1.5">{more.title}</summary>
          <div className="mt-2">{more.content}</div>
        </details>
      )}
      <div>
        <Button {...button} hidden={chosen === saved && !isOpen}>
          {(needsReason && labelAfterReason) || label}
        </Button>
      </div>
    </fieldset>
  );
}

const selectIn = (part: HTMLElement | null) => part?.querySelector('select');
