import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Form } from '#components/ui/form.tsx';
import { PersistedStep } from '#components/wizard/persisted-step.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, type } = browserWindowForTest();
beforeEach(() => {
  for (const name of ['HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement'])
    vi.stubGlobal(name, Reflect.get(window, name));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const connect = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });
/** Opens a page of the wizard, whose field has the value `saved`. */
async function open(page: string, saved = '') {
  await draw(null);
  await draw(
    <Form action={`/gestiona-tu-garantia/${page}/seguir`}>
      <PersistedStep page={page} />
      <input name="nombre" defaultValue={saved} />
      <button type="submit">Continuar</button>
    </Form>,
  );
}
const name = () => find('[name=nombre]')?.value;
const press = () => fire('Event', 'submit', { on: find('form') });

test('an answer that was sent without a connection is there when the page is opened again', async () => {
  connect(false);
  await open('obra');
  await type('[name=nombre]', 'Puente Cautín');
  await open('institucion');
  await type('[name=nombre]', 'Municipalidad de Ñuñoa');
  await press();
  expect(document.body.textContent).toContain('Lo que escribiste sigue aquí.');
  await open('obra');
  expect(name()).toBe('Puente Cautín');
  await open('institucion');
  expect(name()).toBe('Municipalidad de Ñuñoa');
});

test('an answer that was sent is forgotten once another page shows, those of other pages stay', async () => {
  connect(true);
  await open('obra');
  await type('[name=nombre]', 'Puente Cautín');
  await open('institucion');
  await type('[name=nombre]', 'Municipalidad de Ñuñoa');
  await press();
  await open('institucion');
  expect(name()).toBe('Municipalidad de Ñuñoa');
  await press();
  await open('obra');
  expect(name()).toBe('Puente Cautín');
  await open('institucion');
  expect(name()).toBe('');
});

test('an answer that the server changed since has priority over the one that was typed', async () => {
  connect(true);
  for (const page of ['obra', 'institucion']) {
    await open(page, 'Antes');
    await type('[name=nombre]', `Escrito en ${page}`);
  }
  await open('obra', 'Después');
  expect(name()).toBe('Después');
  await open('institucion', 'Antes');
  expect(name()).toBe('Escrito en institucion');
});
