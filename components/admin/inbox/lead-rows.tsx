'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useCommands } from '#components/ui/commands.tsx';
import { Form } from '#components/ui/form.tsx';

/** Name under which the tab stores the rows that may get the focus again after an act. */
const STORAGE_KEY = 'filas';

/** The form of the inbox: its rows and the bulk bar. Keys move between rows and act on them. */
export function LeadRows({ action, children }: { action: string; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const lastRow = useRef<Element>(null);
  const listRows = () => rowsOf(form.current);
  const findChosenBox = () => chosenBoxIn(form.current);
  const findFocusedRow = () => listRows().find((row) => row.contains(document.activeElement));
  const findFocusedBox = () => findFocusedRow()?.querySelector('input');
  const findControl = (name: string) => form.current?.elements.namedItem(name) as Control | null;

  useEffect(() => {
    chosenBoxIn(form.current)?.scrollIntoView({ block: 'center' });
    // The form that undoes the last act is a separate one, and the focus returns after it too.
    const store = () =>
      sessionStorage.setItem(STORAGE_KEY, idsFrom(rowsOf(form.current), lastRow.current));
    document.addEventListener('submit', store);
    return () => document.removeEventListener('submit', store);
  }, []);

  const step = (offset: 1 | -1) => {
    const links = listRows().map(linkOf);
    const at = links.indexOf(linkOf(findFocusedRow()));
    (links[at < 0 ? 0 : at + offset] ?? links[at])?.focus();
  };
  /** Sends the form for the chosen rows or, if none is chosen, for the focused one. */
  const send = (button: string) => {
    if (!findChosenBox()) findFocusedBox()?.click();
    findControl(button)?.click();
  };
  const createFieldSetter = (field: string, button: string) => (value?: string) => {
    const select = findControl(field);
    if (!select) return;
    if (!findChosenBox()) findFocusedBox()?.click();
    select.value = value ?? '';
    if (value === 'rechazada') findControl('reason')?.focus();
    else send(button);
  };
  const mayAct = () => Boolean(findChosenBox() ?? findFocusedBox());
  const findStoredLink = () => {
    const ids = sessionStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
    const links = listRows().map(linkOf);
    return ids.flatMap((id) => links.find((link) => link?.id === id) ?? [])[0];
  };
  useCommands([
    { name: 'nextRow', isReady: () => true, run: () => step(1) },
    { name: 'previousRow', isReady: () => true, run: () => step(-1) },
    {
      name: 'choose',
      isReady: () => Boolean(findFocusedBox()),
      run: () => findFocusedBox()?.click(),
    },
    { name: 'handle', isReady: mayAct, run: () => send('atender') },
    { name: 'assign', isReady: mayAct, run: () => send('asignar') },
    { name: 'assignTo', isReady: mayAct, run: createFieldSetter('assignedTo', 'asignar') },
    { name: 'moveTo', isReady: mayAct, run: createFieldSetter('state', 'mover') },
    {
      name: 'reply',
      isReady: () => findFocusedRow() !== undefined,
      run: () => location.assign(`${linkOf(findFocusedRow())?.href}#respuesta`),
    },
    {
      name: 'returnToRow',
      isReady: () => findStoredLink() !== undefined,
      run() {
        findStoredLink()?.focus();
        sessionStorage.removeItem(STORAGE_KEY);
      },
    },
  ]);
  return (
    <Form
      ref={form}
      id="ids"
      tabIndex={-1}
      action={action}
      onFocus={({ target }) => {
        lastRow.current = target.closest('tr') ?? lastRow.current;
      }}
    >
      {children}
    </Form>
  );
}

/** A named control of the form. Only selects are given values. */
type Control = HTMLElement & { value: string };

const rowsOf = (form: HTMLElement | null) => [...(form?.querySelectorAll('tbody tr') ?? [])];
const chosenBoxIn = (form: HTMLElement | null) => form?.querySelector('td :checked');
const linkOf = (row: Element | undefined) => row?.querySelector('a');

/**
 * Returns the ids of this row, then of the rows below it and of the rows above it, nearest first.
 */
function idsFrom(rows: readonly Element[], row: Element | null): string {
  const ids = rows.map((one) => linkOf(one)?.id);
  const at = row ? rows.indexOf(row) : -1;
  return at < 0 ? '' : [...ids.slice(at), ...ids.slice(0, at).reverse()].join(' ');
}
