import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { groupAmount, parseAmount } from '#lib/platform/amounts.ts';
import { formatRut, parseRut } from '#lib/platform/rut.ts';

type Check = (text: string) => { formatted: string } | { problem: string };

/**
 * Formats a field when it is left, or says at once what the server would say. A message that comes
 * or goes moves the page, so it waits until a press that left the field has landed.
 */
export function checkFields(signal: AbortSignal): void {
  let pressed = false;
  addEventListener('pointerdown', () => (pressed = true), { signal, capture: true });
  addEventListener('pointerup', () => (pressed = false), { signal, capture: true });
  document.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const check = checks[target.dataset.check ?? ''];
      if (!check) return;
      const text = target.value.trim();
      const result = text ? check(text) : { formatted: '' };
      if ('formatted' in result) target.value = result.formatted;
      const problem = 'problem' in result ? result.problem : '';
      if (!pressed) say(target, problem);
      else addEventListener('click', () => say(target, problem), { once: true, signal });
    },
    { signal },
  );
}

const checks: Record<string, Check> = {
  rut: (text) => {
    const rut = parseRut(text);
    return rut
      ? { formatted: formatRut(rut) }
      : { problem: 'Revisa el RUT: el dígito verificador no coincide.' };
  },
  amount: (text) => {
    const amount = parseAmount(text);
    return amount
      ? { formatted: groupAmount(amount) }
      : {
          problem:
            'Escribe el monto con punto para los miles y coma para los decimales: 1.500.000,50.',
        };
  },
  tender: (text) => {
    const parsed = parseTenderId(text);
    return parsed.ok ? { formatted: parsed.code.id } : { problem: codeProblems[parsed.problem] };
  },
  email: (text) =>
    /^\S+@\S+\.\S+$/.test(text)
      ? { formatted: text }
      : { problem: 'Revisa el correo: debe tener la forma nombre@empresa.cl.' },
};

/** Under the field, announced politely; the server's own error, if shown, gives way to it. */
function say(input: HTMLInputElement, problem: string): void {
  const id = `${input.id}-check`;
  document.getElementById(`${input.id}-error`)?.remove();
  let line = document.getElementById(id);
  if (!line) {
    line = document.createElement('p');
    line.id = id;
    line.role = 'status';
    line.className = 'mt-1 font-semibold text-danger empty:hidden';
    input.after(line);
    const describedBy = (input.getAttribute('aria-describedby') ?? '').split(' ');
    const kept = describedBy.filter((part) => part && part !== `${input.id}-error`);
    input.setAttribute('aria-describedby', [...kept, id].join(' '));
  }
  line.textContent = problem;
  if (problem) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}
