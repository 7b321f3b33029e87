'use client';

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button, type ButtonProps } from '#components/ui/button.tsx';
import type { FormSchema } from '#lib/platform/operations/field-name.ts';

export type CommandName =
  | 'assign'
  | 'assignTo'
  | 'call'
  | 'choose'
  | 'conditions'
  | 'documents'
  | 'handle'
  | 'moveTo'
  | 'next'
  | 'nextRow'
  | 'note'
  | 'palette'
  | 'previous'
  | 'previousRow'
  | 'reply'
  | 'returnToRow'
  | 'search'
  | 'shortcuts'
  | 'state';

/** An act that a component offers to keys, by its name, and to the palette, by its label. */
type Command = {
  name?: CommandName | undefined;
  label?: string | undefined;
  /** Page to which the palette links instead of running the command. */
  href?: string;
  isReady: () => boolean;
  run: (value?: string) => void;
};

function createRegistry() {
  const sources = new Set<RefObject<readonly Command[]>>();
  const listAll = () => [...sources].flatMap(({ current }) => current);
  return {
    add(source: RefObject<readonly Command[]>) {
      sources.add(source);
      return () => {
        sources.delete(source);
      };
    },
    find: (name: CommandName) =>
      listAll().find((command) => command.name === name && command.isReady()),
    listLabelled: () => listAll().filter(({ label, isReady }) => label && isReady()),
  };
}

/** The commands of the components that are shown. Null on pages without keys and palette. */
export const Commands = createContext<ReturnType<typeof createRegistry> | null>(null);

export function CommandRegistry({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  return <Commands value={registry}>{children}</Commands>;
}

/** Offers commands while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const registry = use(Commands);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => registry?.add(latest), [registry]);
}

type CommandProps = { command?: CommandName | undefined; commandLabel?: string | undefined };

/** Returns the ref of an element that a command presses, focuses or opens while it is visible. */
export function useElementCommand<T extends HTMLElement>(
  { command, commandLabel }: CommandProps,
  run: (element: T) => void,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useCommands([
    {
      name: command,
      label: commandLabel,
      isReady: () => ref.current?.checkVisibility() ?? false,
      run: () => ref.current && run(ref.current),
    },
  ]);
  return ref;
}

/** A link that a key or the palette presses. */
export function CommandLink({
  command,
  commandLabel,
  ...link
}: CommandProps & ComponentProps<'a'>) {
  const follow = (element: HTMLAnchorElement) => {
    element.click();
    if (commandLabel) element.focus();
  };
  return <a ref={useElementCommand({ command, commandLabel }, follow)} {...link} />;
}

export function CommandButton<S extends FormSchema>({
  command,
  ...button
}: CommandProps & ButtonProps<S>) {
  return <Button<S> ref={useElementCommand({ command }, press)} {...button} />;
}

/** A part whose first field gets the focus. */
export function CommandFields({ command, ...part }: CommandProps & ComponentProps<'div'>) {
  return <div ref={useElementCommand<HTMLDivElement>({ command }, focusField)} {...part} />;
}

/** A part that unfolds, and whose first field then gets the focus. */
export function CommandDetails({
  command,
  commandLabel,
  ...part
}: CommandProps & ComponentProps<'details'>) {
  const open = (element: HTMLDetailsElement) => {
    element.open = true;
    focusField(element);
  };
  return <details ref={useElementCommand({ command, commandLabel }, open)} {...part} />;
}

export function CommandInput({ command, ...input }: CommandProps & ComponentProps<'input'>) {
  return (
    <input
      ref={useElementCommand<HTMLInputElement>({ command }, (field) => field.select())}
      {...input}
    />
  );
}

const press = (element: HTMLButtonElement) => element.click();

function focusField(part: HTMLElement): void {
  part.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
}
