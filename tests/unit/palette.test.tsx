import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageActions } from '#components/admin/commands/admin-commands.tsx';
import { Palette } from '#components/admin/commands/palette.tsx';
import { CommandLink, CommandRegistry } from '#components/ui/commands.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire } = browserWindowForTest();
let closed: number;
beforeEach(() => {
  vi.useFakeTimers();
  closed = 0;
  const missing = {
    hidePopover: () => closed++,
    checkVisibility: () => true,
    scrollIntoView: () => undefined,
  };
  Object.assign(HTMLElement.prototype, missing);
  const lead = { id: 7, name: 'Ana', email: 'a@x.cl', company: 'Andes', submissionId: 120 };
  const leads = [lead, { ...lead, id: 8, submissionId: 13 }].map((row) => ({
    ...row,
    ...{ rut: '76.120.456-0', phone: null, tenderId: null },
  }));
  const issued = (number: number) => ({
    ...{ id: `g${number}`, number, issuerName: 'HDI', issuerNumber: `PZ-120${number}` },
    ...{ holderName: 'Ana SpA', beneficiaryName: 'MOP', validTo: '2027-01-31' },
    ...{ holderRut: null, beneficiaryRut: null, tenderId: null },
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const data = url.includes('/leads')
      ? { leads }
      : url.includes('/guarantees')
        ? [issued(120), issued(30)]
        : [];
    return Response.json({ data });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const links = [
  { label: 'Pagos', href: '/admin/pagos' },
  { label: 'Garantías', href: '/admin/garantias' },
];
const acts = [{ label: 'Pedir pago', href: '#monto' }];
const page = () => (
  <CommandRegistry>
    <PageActions actions={acts} />
    <CommandLink href="#csv" commandLabel="Descargar el CSV de esta lista">
      CSV
    </CommandLink>
    <Palette links={links} />
  </CommandRegistry>
);

async function search(text: string) {
  const field = find('#ir-a');
  // React notices only a value that the setter of the class wrote.
  Reflect.set(HTMLInputElement.prototype, 'value', text, field);
  await fire('Event', 'input', { on: field });
  await act(() => vi.advanceTimersByTimeAsync(300));
}
const open = async () => {
  await draw(page());
  const event = Object.assign(new Event('beforetoggle'), { newState: 'open' });
  await act(async () => find('#ir')?.dispatchEvent(event));
};
const press = (key: string) => fire('KeyboardEvent', 'keydown', { key, on: find('#ir-a') });
const active = () => {
  const id = find('#ir-a')?.getAttribute('aria-activedescendant');
  const selected = [...document.querySelectorAll('[aria-selected=true]')];
  expect(selected.map((option) => option.id)).toEqual(id ? [id] : []);
  return id ? document.getElementById(id)?.textContent : null;
};
const groups = () =>
  [...document.querySelectorAll('[role=listbox] > [role=group]')].map((group) => [
    document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    ...[...group.querySelectorAll('[role=option]')].map(({ textContent }) => textContent),
  ]);

test('the palette shows what it offers and finds in groups, each with a heading', async () => {
  await open();
  expect(groups()).toEqual([
    ['Hacer aquí', 'Pedir pago', 'Descargar el CSV de esta lista'],
    ['Ir a', 'Pagos', 'Garantías'],
  ]);
  await search('120');
  expect(groups()).toEqual([
    ['Con ese número', 'Solicitud N.º 120 · Ana · Andes'],
    ['Solicitudes y mensajes', 'Ana · Andes · Solicitud N.º 13RUT: 76.120.456-0'],
    [
      'Garantías emitidas',
      'Garantía N.º 120 · Ana SpA · HDI',
      'Garantía N.º 30 · Ana SpA · HDIPóliza: PZ-12030',
    ],
  ]);
});

test('in the palette arrow keys choose an option, the focus stays in the field, and Enter opens it', async () => {
  await open();
  find('#ir-a')?.focus();
  expect([active(), find('#ir-a')?.getAttribute('aria-expanded')]).toEqual([null, 'true']);
  await press('ArrowUp');
  expect(active()).toBe('Garantías');
  await press('ArrowDown');
  expect(active()).toBe('Pedir pago');
  await search('pag');
  expect(active()).toBe('Pedir pago');
  await press('ArrowDown');
  expect(active()).toBe('Pagos');
  expect(document.activeElement?.id).toBe('ir-a');
  let pressed = '';
  find('a[href="#csv"]')?.addEventListener('click', () => (pressed = 'csv'));
  await search('csv');
  await fire('Event', 'submit', { on: document.querySelector('form') });
  expect([pressed, closed]).toEqual(['csv', 1]);
  await search('nada de nada');
  await search('zzz');
});
