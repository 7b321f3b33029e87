import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransferDetails } from '#components/payments/transfer-details.tsx';
import {
  CommandDetails,
  CommandFields,
  CommandRegistry,
  Commands,
  useCommands,
} from '#components/ui/commands.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { ErrorSummary } from '#components/ui/error-summary.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { ShareButton } from '#components/ui/share-button.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, text } = browserWindowForTest();
afterEach(() => {
  vi.unstubAllGlobals();
});
const click = (on: Element | null) => fire('MouseEvent', 'click', { on });
const hrefs = () => [...document.querySelectorAll('a')].map((a) => a.getAttribute('href'));
test.each([
  ['no clipboard', undefined, 'Cópialo con el menú o con Ctrl + C.'],
  ['a refusal', async () => Promise.reject(new Error()), 'Cópialo con el menú o con Ctrl + C.'],
  ['a clipboard', async (copied: string) => expect(copied).toBe('http://r.test/b'), 'Copiado.'],
])('copying with %s says how it went, at its own field only', async (_, writeText, outcome) => {
  vi.stubGlobal('navigator', { clipboard: writeText && { writeText } });
  await draw(
    ['a', 'b'].map((id) => <CopyField key={id} id={id} label={id} value={`http://r.test/${id}`} />),
  );
  await click(document.querySelectorAll('button')[1] ?? null);
  expect([...document.querySelectorAll('[role=status]')].map((e) => e.textContent)).toEqual([
    '',
    outcome,
  ]);
});

test.each([
  ['the amount without its sign and dots', 'Copiar Monto', '45000'],
  ['the code as it is shown', 'Copiar Glosa', 'RGAB12CD'],
  ['all rows with their labels', 'Copiar todos los datos', 'Monto: $ 45.000\nGlosa: RGAB12CD'],
])('a transfer can be copied: %s', async (_, label, expected) => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const amount = { label: 'Monto', value: '$ 45.000', copied: '45000' };
  const rows = [amount, { label: 'Glosa', value: 'RGAB12CD' }];
  await draw(<TransferDetails rows={rows} waitText="Mañana." receiptTo="a***@b.cl" />);
  const buttons = [...document.querySelectorAll('button')];
  await click(buttons.find(({ textContent }) => textContent === label) ?? null);
  expect(writeText).toHaveBeenCalledWith(expected);
});

describe('a file field', () => {
  const choose = (names: string[]) => {
    const files = names.map((name) => new File(['x'], name));
    Object.defineProperty(find('[type=file]'), 'files', { value: files, configurable: true });
  };
  const chosen = () => find('[data-chosen]')?.textContent;
  const page = (error?: string) => (
    <>
      <ErrorSummary errors={{ f: 'Falta.', g: 'Falta g.' }} />
      <FileField name="f" label="F" maxUploadMb={1} multiple {...(error && { error })} />
    </>
  );

  test('says which files are chosen, and removes the error about the previous file', async () => {
    await draw(page('Falta.'));
    expect([chosen(), !!find('#f-error')]).toEqual(['Sin archivos', true]);
    for (const names of [['a.pdf'], ['a.pdf', 'b.pdf', 'c.pdf']]) {
      choose(names);
      await fire('Event', 'change', { on: find('[type=file]') });
      expect(chosen()).toBe(names.length > 1 ? '3 archivos' : 'a.pdf');
    }
    expect([!!find('#f-error'), hrefs()]).toEqual([false, ['#g']]);
  });

  test('says which file was chosen before its script ran', async () => {
    const prototype = HTMLInputElement.prototype;
    const own = Object.getOwnPropertyDescriptor(prototype, 'files') ?? {};
    Object.defineProperty(prototype, 'files', { value: [{ name: 'a.pdf' }], configurable: true });
    await draw(page());
    Object.defineProperty(prototype, 'files', own);
    expect(chosen()).toBe('a.pdf');
  });
});

test.each([
  ['post', true, ['sent']],
  ['get', true, ['sent', 'sent']],
  ['post', false, []],
  ['get', false, []],
])(
  'a form by %s that is submitted twice while online (%s) is sent as: %j',
  async (method, onLine, sent) => {
    vi.stubGlobal('navigator', { onLine });
    const sendings: string[] = [];
    await draw(
      <Form action="/x" method={method}>
        {null}
      </Form>,
    );
    document.addEventListener('submit', (event) => {
      if (!event.defaultPrevented) sendings.push('sent');
    });
    for (let n = 0; n < 2; n++) await fire('Event', 'submit', { on: find('form') });
    expect(sendings).toEqual(sent);
    expect(text()?.includes('No hay conexión')).toBe(!onLine);
  },
);

test('the form that confirms an irreversible act has all its fields', async () => {
  const field = { name: 'id', value: '7' };
  const props = { field, question: '¿?', action: '/cerrar', buttonStyle: {}, verb: 'Cerrar' };
  await draw(<ConfirmButton {...props} extraField={{ name: 'de', value: 'f30' }} />);
  const fields = [...document.querySelectorAll<HTMLInputElement>('form input')];
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ['id', '7'],
    ['de', 'f30'],
  ]);
});

test('a shared link is sent with its title, and the subject of the mail is the title', async () => {
  await draw(<ShareButton id="e" label="Enlace" link="http://r.test/a" title="Pago & comisión" />);
  const body = encodeURIComponent('Pago & comisión: http://r.test/a');
  expect(hrefs()).toEqual([
    `https://wa.me/?text=${body}`,
    `mailto:?subject=Pago%20%26%20comisi%C3%B3n&body=${body}`,
  ]);
});

test('each link of a summary names for screen readers what it changes', async () => {
  const row = { label: 'Monto', value: '', changeHref: '/a' };
  await draw(<SummaryList rows={[row, { ...row, value: '5', changeLabel: 'Monto de la 2' }]} />);
  expect(text()).toBe('MontoSin respuestaAgregar MontoMonto5Cambiar Monto de la 2');
});

test('the first choice of a group has the id that the error summary links to', async () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  await draw(<RadioGroup name="x.y" legend="X" options={options} />);
  expect([...document.querySelectorAll('input')].map(({ id }) => id)).toEqual(['x-y', 'x-y-b']);
});

describe('a keyboard command', () => {
  let pressed: string[];
  beforeEach(() => {
    pressed = [];
    Object.assign(HTMLElement.prototype, {
      checkVisibility(this: HTMLElement) {
        return !this.closest('[hidden]');
      },
    });
  });
  const Key = ({ name }: { name: 'reply' | 'note' }) => (
    <Commands.Consumer>
      {(registry) => (
        <button type="button" id={name} onClick={() => registry?.find(name)?.run()}>
          {name}
        </button>
      )}
    </Commands.Consumer>
  );

  test('goes to the first visible part, unfolds it and focuses its first field', async () => {
    await draw(
      <CommandRegistry>
        <div hidden>
          <CommandDetails command="reply">
            <input name="hidden" />
          </CommandDetails>
        </div>
        <CommandDetails command="reply">
          <input type="hidden" name="id" />
          <textarea name="text" />
        </CommandDetails>
        <CommandFields command="note">
          <select name="kind" />
          <input name="note" />
        </CommandFields>
        <Key name="reply" />
        <Key name="note" />
      </CommandRegistry>,
    );
    const focused = async (key: string) => {
      await click(find(key));
      return document.activeElement?.getAttribute('name');
    };
    expect(await focused('#reply')).toBe('text');
    expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([
      false,
      true,
    ]);
    expect(await focused('#note')).toBe('kind');
  });

  test.each([
    ['its row, where there is one', true, 'row'],
    ['its notice elsewhere', false, 'notice'],
  ])('returns the focus after an act to %s', async (_, hasRow, place) => {
    Object.assign(HTMLElement.prototype, { scrollIntoView: () => undefined });
    function Row() {
      const run = () => pressed.push('row');
      useCommands(hasRow ? [{ name: 'returnToRow', isReady: () => true, run }] : []);
      return null;
    }
    await draw(
      <CommandRegistry>
        <Row />
        <DoneNotice>Listo</DoneNotice>
      </CommandRegistry>,
    );
    if (document.activeElement?.getAttribute('tabindex') === '-1') pressed.push('notice');
    expect(pressed).toEqual([place]);
  });
});
