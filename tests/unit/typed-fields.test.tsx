import { act, type ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AmountTextField } from '#components/forms/amount-text-field.tsx';
import { EmailTextField } from '#components/forms/email-text-field.tsx';
import { PhoneTextField } from '#components/forms/phone-text-field.tsx';
import { RutTextField } from '#components/forms/rut-text-field.tsx';
import { TenderIdTextField } from '#components/forms/tender-id-text-field.tsx';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { ErrorSummary } from '#components/ui/error-summary.tsx';
import { RenderCount } from '#components/ui/render-count.ts';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, text, type } = browserWindowForTest();
afterEach(() => {
  vi.useRealTimers();
});

const field = { name: 'x', label: 'X' };
const rut = <RutTextField {...field} />;
const email = <EmailTextField {...field} />;
const phone = <PhoneTextField {...field} />;
const tender = <TenderIdTextField {...field} />;
const amount = <AmountTextField {...field} />;
const day = <TypedDateField {...field} today="2026-11-20" phrase="Vence el" />;
const isWrong = () => find('[name=x]')?.getAttribute('aria-invalid') === 'true';
const shown = () => [
  find('[name=x]')?.value,
  document.getElementById('x-check')?.textContent,
  isWrong(),
];

test.each<[string, string, ReactNode, string, string]>([
  ['an e-mail with its name', 'Ana <ana@x.cl>', email, 'ana@x.cl', ''],
  ['an e-mail with a slip', ' ana@gmial.com', email, 'ana@gmial.com', '¿Quisiste decir'],
  ['a phone', '912345678', phone, '+56 9 1234 5678', ''],
  ['a phone without its 9', '12345678', phone, '12345678', '¿Te falta el 9?'],
  ['an id', ' 4809-45-le26 ', tender, '4809-45-LE26', ''],
  ['pesos', '1500000,5', amount, '1.500.000,5', ''],
  ['a day', '1/2/2027', day, '01-02-2027', 'Vence el'],
  ['only spaces', '   ', rut, '', ''],
])(
  '%s is formatted when typed, with a remark if it is doubtful',
  async (_, typed, page, value, words) => {
    await draw(page);
    await type('[name=x]', typed);
    expect(shown()).toEqual([value, expect.stringMatching(words ? `^${words}` : '^$'), false]);
  },
);

test.each<[string, string, ReactNode, string]>([
  ['a RUT', '12.345.678-4', rut, 'Revisa el RUT: el dígito verificador no coincide.'],
  ['an e-mail', 'ana', email, ''],
  ['an id', '4809', tender, 'El ID debe tener la forma 4809-45-LE26.'],
  ['an amount', 'mucho', amount, 'Escribe el monto con punto para los miles'],
  ['an amount in UF', 'UF 20', amount, 'Aquí no van UF ni dólares.'],
  ['a day', '31-02-2027', day, 'Escribe una fecha real, como 30-06-2027.'],
])(
  '%s that is wrong stays as typed and marked, until it is emptied',
  async (_, typed, page, problem) => {
    await draw(page);
    await type('[name=x]', typed);
    expect(shown()).toEqual([typed, expect.stringMatching(`^${problem}`), true]);
    await type('[name=x]', '');
    expect(shown()).toEqual(['', '', false]);
  },
);

const radiosOf = (list: RadioNodeList) => [...list] as HTMLInputElement[];

test('a unit typed into an amount is chosen among the units of its form', async () => {
  // The window of the test can only read which one is chosen.
  Object.defineProperty(RadioNodeList.prototype, 'value', {
    configurable: true,
    get(this: RadioNodeList) {
      return radiosOf(this).find(({ checked }) => checked)?.value ?? '';
    },
    set(this: RadioNodeList, value: string) {
      for (const radio of radiosOf(this)) radio.checked = radio.value === value;
    },
  });
  await draw(
    <form>
      <AmountTextField {...field} />
      {['pesos', 'UF'].map((unit) => (
        <input key={unit} type="radio" name="currency" value={unit} />
      ))}
    </form>,
  );
  await type('[name=x]', 'UF 1500,5');
  expect([find('[name=x]')?.value, find(':checked')?.value]).toEqual(['1.500,5', 'UF']);
  await type('[name=x]', '20');
  expect(find(':checked')?.value).toBe('UF');
});

test.each<[string, number, ReactNode, string]>([
  ['a RUT', 70, <RutTextField key="r" {...field} error="Falta." />, '12.345.678-5'],
  [
    'a day',
    72,
    <TypedDateField key="d" {...field} error="Falta." today="2026-11-20" phrase="" />,
    '20-12-2026',
  ],
])(
  'an error of the server on %s goes when its field changes, and comes with the next answer',
  async (_, count, page, typed) => {
    const at = (times: number) => (
      <RenderCount value={times}>
        <ErrorSummary errors={{ x: 'Falta.', y: 'Falta y.' }} />
        {page}
      </RenderCount>
    );
    const errors = () => [...document.querySelectorAll('li, #x-error')].map((e) => e.textContent);
    const all = ['Falta.', 'Falta y.', 'Error: Falta.'];
    await draw(at(count));
    expect([errors(), isWrong()]).toEqual([all, true]);
    await type('[name=x]', typed);
    expect([errors(), isWrong()]).toEqual([['Falta y.'], false]);
    await draw(at(count + 1));
    expect([errors(), isWrong()]).toEqual([all, true]);
  },
);

describe('a typed day', () => {
  test.each([
    [undefined, 'Vence el 31 de diciembre'],
    ['Elige otro.', ''],
  ])('is repeated in words at once, unless it was refused: %s', async (error, words) => {
    const props = { ...field, today: '2026-11-20', lastDay: '2026-12-20', phrase: 'Vence el' };
    await draw(<TypedDateField {...props} {...(error && { error })} defaultValue="31-12-2026" />);
    const shownWords = document.getElementById('x-check')?.textContent ?? '';
    expect(shownWords.slice(0, 24)).toBe(words);
    expect(text()).toContain('por ejemplo 20-12-2026.');
  });

  test('can be chosen in the calendar of the browser, which opens at the typed day', async () => {
    const opened: string[] = [];
    Object.assign(HTMLInputElement.prototype, {
      showPicker(this: HTMLInputElement) {
        opened.push(this.value);
      },
    });
    await draw(<form>{day}</form>);
    const press = () => fire('MouseEvent', 'click', { on: find('button') });
    await press();
    await type('[name=x]', '31-12-2026');
    await press();
    expect(opened).toEqual(['', '2026-12-31']);
    await type('[type=date]', '2027-01-15');
    expect(shown()).toEqual(['15-01-2027', expect.stringMatching(/^Vence el 15 de enero/), false]);
  });
});

test('a message that moves the page waits until a press has ended', async () => {
  vi.useFakeTimers();
  // The listeners are added once, to the window of the test that loads the module.
  vi.resetModules();
  const { afterPress } = await import('#components/forms/after-press.ts');
  let count = 0;
  const show = afterPress(() => count++);
  const send = (name: string) => fire('Event', name, { on: document.body });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  show();
  expect(count).toBe(1);
  await send('pointerdown');
  show();
  await pass(5000);
  expect(count).toBe(1);
  await send('pointerup');
  await send('click');
  await pass(499);
  expect(count).toBe(1);
  await pass(1);
  expect(count).toBe(2);
  show();
  expect(count).toBe(3);
});
