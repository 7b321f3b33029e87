import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { act, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InPlace, InPlaceForm } from '#components/ui/in-place.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, goTo } = browserWindowForTest();
afterEach(() => {
  vi.unstubAllGlobals();
});
const click = (on: Element | null) => fire('MouseEvent', 'click', { on });
const settled = () =>
  act(async () => {
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
  });

describe('a form that updates its page', () => {
  let went: string[];
  let posted: [string, string][];
  let location: string;
  beforeEach(() => {
    [went, posted, location] = [[], [], '/admin/leads/7?aviso=nota'];
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('FormData', Reflect.get(window, 'FormData'));
    vi.stubGlobal('fetch', async (url: string, { body }: { body: URLSearchParams }) => {
      posted.push([url, `${body}`]);
      return Response.json({ location });
    });
    vi.spyOn(globalThis.location, 'assign').mockImplementation(
      (to) => void went.push(`load ${to}`),
    );
  });
  /** Shows the second page once the router draws. */
  function Routed({ pages: [first, then = first] }: { pages: ReactNode[] }) {
    const [shown, setShown] = useState(first);
    const go = (where: string) => {
      went.push(where);
      setShown(then);
    };
    const router = { refresh: () => go('refresh'), replace: (url: string) => go(`replace ${url}`) };
    return (
      <AppRouterContext.Provider value={router as never}>
        <InPlace>{shown}</InPlace>
      </AppRouterContext.Provider>
    );
  }
  const page = (last = '1', error?: string) => (
    <details open>
      <summary>Nota</summary>
      <InPlaceForm action="/nota">
        <input type="hidden" name="last" value={last} readOnly />
        <input type="hidden" name="id" defaultValue="a" />
        <input type="hidden" name="id" defaultValue="b" />
        <TextField name="note" label="Nota" />
        <TextField name="reason" label="Motivo" {...(error && { error })} />
        <button type="submit">Guardar</button>
        <button type="submit" id="otro" formAction="/otra">
          Otro
        </button>
      </InPlaceForm>
    </details>
  );
  const send = async (button = 'button') => {
    await click(find(button));
    await settled();
  };

  test('is sent to the address of the pressed button, with every value of a repeated field', async () => {
    await draw(<Routed pages={[page()]} />);
    await send();
    await send('#otro');
    expect(posted).toEqual([
      ['/nota', 'last=1&id=a&id=b&note=&reason='],
      ['/otra', 'last=1&id=a&id=b&note=&reason='],
    ]);
  });

  test.each([
    ['', '?aviso=nota', ['replace /admin/leads/7?aviso=nota']],
    ['?aviso=nota', '', ['replace /admin/leads/7']],
    ['?aviso=nota', '?aviso=nota', ['refresh']],
    ['', '', ['refresh']],
    ['', '?error=validation_failed', ['replace /admin/leads/7?error=validation_failed']],
    ['', '?error=conflict', ['load http://localhost/admin/leads/7?error=conflict']],
    ['', '/documentos', ['load http://localhost/admin/leads/7/documentos']],
  ])(
    'refreshes, replaces or loads the page when it is sent at %j and answered with %j',
    async (at, answer, expected) => {
      goTo(`/admin/leads/7${at}`);
      location = `/admin/leads/7${answer}`;
      await draw(<Routed pages={[page()]} />);
      await send();
      expect(went).toEqual(expected);
    },
  );

  test.each([
    ['done', '/admin/leads/7?aviso=nota', undefined, ['', false, '']],
    ['refused', '/admin/leads/7?error=validation_failed', 'Falta.', ['Ana', true, 'reason']],
  ])(
    'is emptied and folded when it is done, and stays as it is when it is refused: %s',
    async (_, to, error, expected) => {
      location = to;
      await draw(<Routed pages={[page(), page('2', error)]} />);
      Object.assign(find('[name=note]') ?? {}, { value: 'Ana' });
      await send();
      const focused = document.activeElement?.getAttribute('name') ?? '';
      const isOpen = (find('details') as unknown as HTMLDetailsElement).open;
      expect([find('[name=note]')?.value, isOpen, focused]).toEqual(expected);
    },
  );

  test('waits until the page of an earlier act is drawn, and sends the values of that page', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.stubGlobal('fetch', async (url: string, { body }: { body: URLSearchParams }) => {
      posted.push([url, `${body}`]);
      await held;
      return Response.json({ location });
    });
    const forms = (last: string) =>
      ['a', 'b'].map((name) => (
        <InPlaceForm key={name} action={`/${name}`}>
          <input type="hidden" name="last" value={last} readOnly />
          <button type="submit" id={name} />
        </InPlaceForm>
      ));
    await draw(<Routed pages={[forms('1'), forms('2')]} />);
    for (const id of ['#a', '#b']) await send(id);
    expect(posted).toEqual([['/a', 'last=1']]);
    release();
    await settled();
    expect(posted).toEqual([
      ['/a', 'last=1'],
      ['/b', 'last=2'],
    ]);
  });
});
