'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';

type Values = Record<string, string>;
type Kept = { typed: Values; begun: Values; sent: boolean };

type Props = {
  /** Names the draft and its page. */
  page: string;
  /** The server has just sent back what was typed. */
  isReturned: boolean;
};

/**
 * Keeps what is typed on a page of the wizard in this tab until another page shows that it was saved,
 * so that a reload, a lost connection or the browser's error page lose nothing.
 */
export function KeptStep({ page, isReturned }: Props): ReactNode {
  const mark = useRef<HTMLDivElement>(null);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    const form = mark.current?.closest('form');
    if (!form) return;
    const stop = new AbortController();
    const { signal } = stop;
    const key = `paso ${page}`;
    for (const other of Object.keys(sessionStorage)) {
      if (other.startsWith('paso ') && other !== key && read(other)?.sent) {
        sessionStorage.removeItem(other);
      }
    }
    const begun = valuesOf(form);
    const kept = isReturned ? null : read(key);
    // Another tab or device may have saved this page since: then its answer counts.
    if (kept && sameValues(kept.begun, begun)) putBack(form, kept.typed);
    else sessionStorage.removeItem(key);
    const keep = (sent: boolean) => {
      const typed = valuesOf(form);
      if (!sent && sameValues(typed, begun)) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ typed, begun, sent } satisfies Kept));
    };
    form.addEventListener('input', () => keep(false), { signal });
    form.addEventListener('change', () => keep(false), { signal });
    const submit = (event: SubmitEvent) => {
      setIsLost(!navigator.onLine);
      if (navigator.onLine) return keep(true);
      event.preventDefault();
      // The form is not on its way: it may be sent again.
      event.stopImmediatePropagation();
    };
    form.addEventListener('submit', submit, { signal });
    return () => stop.abort();
  }, [page, isReturned]);
  return (
    <div ref={mark} role="alert" className="empty:hidden">
      {isLost && (
        <Notice tone="danger" title="No hay conexión">
          <p>Lo que escribiste sigue aquí. Inténtalo de nuevo cuando vuelva.</p>
        </Notice>
      )}
    </div>
  );
}

function read(key: string): Kept | null {
  return JSON.parse(sessionStorage.getItem(key) ?? 'null');
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a person writes or chooses; never a file, a hidden field or a password. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (part): part is Control =>
      (part instanceof HTMLInputElement && !/^(hidden|file|password|submit)$/.test(part.type)) ||
      part instanceof HTMLSelectElement ||
      part instanceof HTMLTextAreaElement,
  );
}

function isBox(part: Control): part is HTMLInputElement {
  return part.type === 'radio' || part.type === 'checkbox';
}

function valuesOf(form: HTMLFormElement): Values {
  const chosen = controlsOf(form).filter((part) => part.name && (!isBox(part) || part.checked));
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

function putBack(form: HTMLFormElement, typed: Values): void {
  for (const part of controlsOf(form)) {
    if (isBox(part)) part.checked = typed[part.name] === part.value;
    else part.value = typed[part.name] ?? part.value;
  }
}

function sameValues(one: Values, other: Values): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
