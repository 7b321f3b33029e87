import { fieldId } from '#components/ui/field-id.ts';
import { formatRut, parseRut, rutProblem } from '#lib/platform/chile/rut.ts';
import { emailProblem, emailShape, meantEmail } from '#lib/platform/mail/email-slips.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type Check = (
  text: string,
  input: HTMLInputElement,
) => { formatted: string; words?: string } | { problem: string };

/** A message moves the page, so it waits until the press, or double click, has landed. */
export const checkFields = checkFieldsBy();

/** The same, with checks that one part of the site alone needs. */
export function checkFieldsBy(more: Record<string, Check> = {}) {
  return (signal: AbortSignal) => listen({ ...checks, ...more }, signal);
}

/** As systems have it. */
const DOUBLE_CLICK_MS = 500;

function listen(known: Record<string, Check>, signal: AbortSignal): void {
  let pressed = false;
  addEventListener('pointerdown', () => (pressed = true), { signal, capture: true });
  addEventListener('pointerup', () => (pressed = false), { signal, capture: true });
  document.addEventListener(
    'change',
    ({ target }) => {
      if (!isField(target)) return;
      const settle = checked(target, known[target.dataset.check ?? '']);
      if (!pressed) settle();
      else
        addEventListener('click', () => setTimeout(settle, DOUBLE_CLICK_MS), {
          once: true,
          signal,
        });
    },
    { signal },
  );
}

function isField(target: EventTarget | null): target is Field {
  const kinds = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
  return kinds.some((kind) => target instanceof kind);
}

function checked(field: Field, check: Check | undefined): () => void {
  if (!check || !(field instanceof HTMLInputElement)) return () => dropError(field);
  const text = plainText(field.value).trim();
  const result = text ? check(text, field) : { formatted: '' };
  if ('formatted' in result) field.value = result.formatted;
  return () => {
    dropError(field);
    if ('problem' in result) say(field, result.problem, true);
    else say(field, result.words ?? '', false);
  };
}

const checks: Record<string, Check> = {
  rut: (text) => {
    const rut = parseRut(text);
    return rut ? { formatted: formatRut(rut) } : { problem: rutProblem(text) };
  },
  email: (text) => {
    const meant = meantEmail(text);
    return emailShape.test(text)
      ? { formatted: text, words: meant ? `¿Quisiste decir ${meant}?` : '' }
      : { problem: emailProblem };
  },
};

/** What the server said of a field: sentence, bar and line of the summary. */
function dropError({ name, form }: Field): void {
  const id = fieldId(name);
  document.getElementById(`${id}-error`)?.remove();
  for (const part of [...document.getElementsByName(name)]) {
    // It offers another answer for the one that was here before.
    if (part instanceof HTMLButtonElement && part.form === form) part.remove();
    part.removeAttribute('aria-invalid');
    part.closest('[data-invalid]')?.removeAttribute('data-invalid');
  }
  const line = document.querySelector(`[role=alert] a[href="#${id}"]`)?.closest('li');
  const summary = line?.closest('[role=alert]');
  line?.remove();
  if (!summary?.querySelector('li')) summary?.remove();
}

/** Under the field, announced politely. */
function say(input: HTMLInputElement, text: string, isProblem: boolean): void {
  const id = `${input.id}-check`;
  let line = document.getElementById(id);
  if (!line) {
    line = document.createElement('p');
    line.id = id;
    line.role = 'status';
    input.after(line);
    const describedBy = (input.getAttribute('aria-describedby') ?? '').split(' ');
    const kept = describedBy.filter((part) => part && part !== `${input.id}-error`);
    input.setAttribute('aria-describedby', [...kept, id].join(' '));
  }
  line.className = `mt-1 empty:hidden ${isProblem ? 'font-semibold text-danger' : 'text-sm text-ink-soft'}`;
  line.textContent = text;
  if (isProblem) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}
