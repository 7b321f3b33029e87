'use client';

import { type ReactNode, useState } from 'react';

type Props = {
  fieldId: string;
  className: string;
  /** Classes that place the outcome. */
  outcomeClass?: string;
  children: ReactNode;
};

/**
 * Copies the field or element whose id is `fieldId`: its `data-copied` if it has one, else its
 * text. Hidden without scripts.
 */
export function CopyButton({ fieldId, className, outcomeClass = '', children }: Props) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    const control = document.getElementById(fieldId);
    if (!control) return;
    const isField = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    if (isField) control.select();
    else document.getSelection()?.selectAllChildren(control);
    const text = isField ? control.value : (control.dataset.copied ?? control.textContent ?? '');
    // Old browsers and pages without TLS have no clipboard API, so the text is also selected.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? 'Copiado.' : 'Cópialo con el menú o con Ctrl + C.');
  };
  return (
    <>
      <button type="button" onClick={copy} className={`noscript:hidden ${className}`}>
        {children}
      </button>
      <span
        role="status"
        className={`text-sm font-semibold text-success empty:hidden ${outcomeClass}`}
      >
        {outcome}
      </span>
    </>
  );
}
