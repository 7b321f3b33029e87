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
  savedValue: string;
  /**
   * The value, such as `rechazada`, that is not saved before a reason is typed. While it is chosen,
   * the button says `labelAfterReason`.
   */
  valueWithReason?: string;
  labelAfterReason?: string;
  label: string;
  formAction?: string;
  /** Field for the reason, folded away until it is needed. */
  reasonFold?: { title: string; isOpen: boolean; content: ReactNode };
  /** The select, and what is shown with it. */
  children: ReactNode;
};

/**
 * Saves a select when its value changes. Arrow keys change the value too, so with the keyboard only
 * Enter or the button saves.
 */
export function AutoSaveSelect(props: Props) {
  const {
    commands,
    savedValue,
    valueWithReason,
    labelAfterReason,
    label,
    reasonFold,
    children,
    ...buttonProps
  } = props;
  /** Null until scripts run. The button is visible until then. */
  const [chosenValue, setChosenValue] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(reasonFold?.isOpen ?? false);
  const box = useRef<HTMLFieldSetElement>(null);
  const previousSavedValue = useRef(savedValue);
  const needsReason = reasonFold && chosenValue === valueWithReason;
  useEffect(() => {
    const select = selectIn(box.current);
    // Another person has saved another value, and nobody has chosen one on this page.
    if (select && select.value === previousSavedValue.current) select.value = savedValue;
    previousSavedValue.current = savedValue;
    // A person may have chosen a value or unfolded the reason before the script loaded.
    const value = select?.value ?? '';
    setChosenValue(value);
    if (box.current?.querySelector('details[open]')) setOpen(true);
    if (value === valueWithReason && value !== savedValue) setOpen(true);
  }, [valueWithReason, savedValue]);

  const save = ({ value, form }: HTMLSelectElement) => {
    if (value !== savedValue && !isOpen) form?.requestSubmit(box.current?.querySelector('button'));
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
        setChosenValue(value);
        if (value === valueWithReason) askReason();
        else select.form?.requestSubmit(box.current?.querySelector('button'));
      },
    },
  ]);
  const choose = ({ target }: ChangeEvent<HTMLElement>) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const isByKeyboard = target.matches(':focus-visible');
    setChosenValue(target.value);
    if (reasonFold && target.value === valueWithReason) {
      if (isByKeyboard) setOpen(true);
      else askReason();
    } else if (!isByKeyboard) save(target);
  };
  const enter = ({ target, key, ctrlKey, metaKey }: KeyboardEvent) => {
    const isEnter = key === 'Enter' && !ctrlKey && !metaKey;
    if (isEnter && target instanceof HTMLSelectElement) save(target);
  };
  return (
    <fieldset ref={box} className="grid min-w-0 gap-3" onChange={choose} onKeyDown={enter}>
      {children}
      {reasonFold && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="w-fit py-1.5">{reasonFold.title}</summary>
          <div className="mt-2">{reasonFold.content}</div>
        </details>
      )}
      <div>
        <Button {...buttonProps} hidden={chosenValue === savedValue && !isOpen}>
          {(needsReason && labelAfterReason) || label}
        </Button>
      </div>
    </fieldset>
  );
}

const selectIn = (part: HTMLElement | null) => part?.querySelector('select');
