import { act, useRef } from 'react';
import { describe, expect, test } from 'vitest';
import { usePersistedText } from '#components/admin/commands/use-persisted-text.ts';
import { useShortcuts } from '#components/admin/commands/use-shortcuts.ts';
import { LeadRows } from '#components/admin/inbox/lead-rows.tsx';
import { RutTextField } from '#components/forms/rut-text-field.tsx';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { CommandInput, CommandRegistry } from '#components/ui/commands.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { useFormText } from '#components/wizard/use-form-text.ts';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, fire, goTo, find, text, type } = browserWindowForTest();
test('a hook reads and writes a text field from another part of its form', async () => {
  function Other() {
    const ref = useRef<HTMLInputElement>(null);
    const [typed, write] = useFormText(ref, 'nombre');
    return (
      <>
        <input type="hidden" ref={ref} />
        <p>{typed}</p>
        <button type="button" onClick={() => write('Andes SpA')} />
      </>
    );
  }
  await draw(
    <form>
      <input name="nombre" />
      <Other />
    </form>,
  );
  await type('[name=nombre]', 'And');
  expect(text()).toBe('And');
  await fire('MouseEvent', 'click', { on: find('button') });
  expect([find('[name=nombre]')?.value, text()]).toEqual(['Andes SpA', 'Andes SpA']);
  expect(document.activeElement).toBe(find('[name=nombre]'));
});

test('a RUT field formats a valid RUT and marks an invalid one', async () => {
  await draw(<RutTextField name="rut" label="RUT" />);
  await type('[name=rut]', '12345678-4');
  expect(find('[name=rut]')?.getAttribute('aria-invalid')).toBe('true');
  await type('[name=rut]', '123456785');
  expect(find('[name=rut]')?.value).toBe('12.345.678-5');
  expect(find('[name=rut]')?.getAttribute('aria-invalid')).not.toBe('true');
});

test.each([
  ['19-11-2026', false],
  ['20-11-2026', true],
  ['20-12-2026', true],
  ['21-12-2026', false],
])(
  'a date field accepts days from today to the last one, both included: %s',
  async (typed, isTaken) => {
    const days = { today: '2026-11-20', lastDay: '2026-12-20' };
    await draw(<TypedDateField name="hasta" label="Hasta" phrase="Hasta el" {...days} />);
    await type('[name=hasta]', typed);
    expect(find('[name=hasta]')?.getAttribute('aria-invalid') === 'true').toBe(!isTaken);
  },
);

describe('the team’s inbox', () => {
  function Keys() {
    useShortcuts();
    return <CommandInput command="search" type="search" name="q" />;
  }
  const Rows = ({ ids, done }: { ids: number[]; done?: string }) => (
    <CommandRegistry>
      <LeadRows action="/admin/asignar">
        <table>
          <tbody>
            {ids.map((id) => (
              <tr key={id}>
                <td>
                  <input type="checkbox" name={`lead-${id}`} />
                  <a href={`/admin/leads/${id}`} id={`fila-${id}`}>
                    {id}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <button type="button" id="atender" onClick={() => (handled = ticked())} />
      </LeadRows>
      <DoneNotice>{done}</DoneNotice>
      <Keys />
    </CommandRegistry>
  );
  let handled: string[];
  const ticked = () =>
    [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ name }) => name);
  const press = (key: string) => fire('KeyboardEvent', 'keydown', { key });
  const focused = () => document.activeElement?.id;

  test('moves between rows and ticks them with keys, but not while a text is typed', async () => {
    await draw(<Rows ids={[1, 2, 3]} />);
    const seen: unknown[] = [];
    for (const key of ['j', 'j', 'j', 'j', 'k']) {
      await press(key);
      seen.push(focused());
    }
    expect(seen).toEqual(['fila-1', 'fila-2', 'fila-3', 'fila-3', 'fila-2']);
    await press('x');
    expect(ticked()).toEqual(['lead-2']);
    find('[type=search]')?.focus();
    await press('j');
    expect(document.activeElement).toBe(find('[type=search]'));
  });

  test('applies a key to the focused row unless others are ticked, and to none if there is neither', async () => {
    await draw(<Rows ids={[1, 2, 3]} />);
    handled = [];
    await press('e');
    expect(handled).toEqual([]);
    await press('j');
    await press('e');
    expect(handled).toEqual(['lead-1']);
    await press('j');
    await press('e');
    expect(handled).toEqual(['lead-1']);
  });

  test.each([
    ['its row', [1, 2, 3, 4, 5], 'fila-3'],
    ['the row below, where it is gone', [1, 2, 4, 5], 'fila-4'],
    ['the nearest row above, where those below are gone too', [1, 2], 'fila-2'],
  ])('returns the focus after an act to %s', async (_, ids, row) => {
    await draw(<Rows key="a" ids={[1, 2, 3, 4, 5]} />);
    await act(async () => find('#fila-3')?.focus());
    await fire('Event', 'submit', { on: find('form') });
    await draw(null);
    await draw(<Rows key="b" ids={ids} done="Listo" />);
    expect(focused()).toBe(row);
  });

  function Note() {
    usePersistedText();
    return (
      <form>
        <textarea name="text" data-keep-typed="" />
      </form>
    );
  }

  test('keeps a typed text until it was sent with success', async () => {
    const again = async () => {
      await draw(null);
      await draw(<Note />);
      return find('textarea')?.value;
    };
    await draw(<Note />);
    await type('textarea', 'Llamar el lunes');
    expect(await again()).toBe('Llamar el lunes');
    goTo('/admin/leads/8');
    expect(await again()).toBe('');
    goTo('/admin/leads/7');
    expect(await again()).toBe('Llamar el lunes');
    await fire('Event', 'submit', { on: find('form') });
    expect(await again()).toBe('Llamar el lunes');
    await fire('Event', 'submit', { on: find('form') });
    goTo('/admin/leads/7?aviso=nota');
    expect(await again()).toBe('');
  });

  function TwoForms() {
    usePersistedText();
    return ['note', 'reason'].map((name) => (
      <form key={name} id={name}>
        <textarea name={name} data-keep-typed="" />
      </form>
    ));
  }
  const typed = () => ['note', 'reason'].map((name) => find(`[name=${name}]`)?.value);

  test('keeps a text that could not be sent, although another form was sent after it', async () => {
    await draw(<TwoForms />);
    await type('[name=note]', 'Llamar el lunes');
    await type('[name=reason]', 'Falta el balance');
    for (const form of ['#note', '#reason']) await fire('Event', 'submit', { on: find(form) });
    goTo('/admin/leads/7?aviso=motivo');
    await draw(null);
    await draw(<TwoForms />);
    expect(typed()).toEqual(['Llamar el lunes', '']);
  });
});
