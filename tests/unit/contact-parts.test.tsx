import { describe, expect, test } from 'vitest';
import { Calculator } from '#components/contact/calculator.tsx';
import { CallForm } from '#components/contact/call-form.tsx';
import { ContactForm } from '#components/contact/contact-form.tsx';
import { TeamContact, UrgentContact } from '#components/contact/team-contact.tsx';
import { hrefsOf, parseRendered, queryOf, visibleTextOf } from '#tests/support/rendered.ts';

/** A Friday at noon in Chile, and a Sunday. */
const [open, closed] = ['2026-11-20T15:00:00Z', '2026-11-22T15:00:00Z'].map(Date.parse) as [
  number,
  number,
];

describe('the calculator', () => {
  const utm = { pesos: '70000', month: '2026-11', missing: null };
  const page = (query: Record<string, string>, known: typeof utm | null = utm) => (
    <Calculator {...{ query, utm: known, issueDays: 3 }} prices={null} />
  );

  test.each([
    [{ tipo: 'LE', utm: '  ' }, utm, '70.000'],
    [{ tipo: 'LE', utm: '69.000' }, utm, '69.000'],
    [{ tipo: 'LE', utm: '' }, null, ''],
  ])('uses the known UTM unless one was typed: %j', (query, known, value) => {
    const field = parseRendered(page(query, known)).querySelector('[name=utm]');
    expect(field?.getAttribute('value')).toBe(value);
    expect(visibleTextOf(page(query, known)).includes('Sin él, te respondemos')).toBe(
      known === null,
    );
  });

  test.each([
    ['800000000', 'como máximo $ 24.000.000', 2],
    ['100000000', null, 1],
  ])(
    'for %s pesos names the figures of each guarantee, and offers only those that are not excluded',
    (monto, most, offered) => {
      const words = visibleTextOf(page({ monto }));
      expect(words).toContain(`fuera ese monto: $ ${monto.startsWith('8') ? '40' : '5'}.000.000`);
      expect(/como máximo [^.]*(?:\.\d+)*/.exec(words)?.[0] ?? null).toBe(most);
      expect(words.match(/Emisión: /g)).toHaveLength(offered);
      expect(hrefsOf(page({ monto }), 'Pedir esta garantía')).toHaveLength(offered);
    },
  );

  test.each([
    ['O1', true],
    ['O2', true],
    ['LE', false],
  ])('for type %s says whether public works have rules of their own: %s', (tipo, isWork) => {
    expect(visibleTextOf(page({ tipo })).includes('Las obras pueden tener')).toBe(isWork);
  });

  test.each([
    [{}, ['cumplimiento']],
    [{ anticipo: 'true' }, ['cumplimiento', 'anticipo']],
    [{ retencion: 'true' }, ['cumplimiento', 'canje_retenciones']],
  ])(
    'for a private contract with %j links a request for each of its guarantees, with the answer',
    (terms, types) => {
      const links = hrefsOf(page({ tipo: 'PRIV', ...terms }), 'Pedir esta garantía').map(queryOf);
      expect(links.map(({ garantia }) => garantia)).toEqual(types);
      for (const { calculo } of links) expect(calculo).toContain('tipo=PRIV');
    },
  );
});

describe('the contact form', () => {
  const contact = (values: Record<string, string>, errors: Record<string, string> = {}) => (
    <ContactForm kind="asesor" {...{ values, errors }} captcha={null} sendingId="s" />
  );
  const isOpen = (page: Parameters<typeof parseRendered>[0]) =>
    parseRendered(page).querySelector('details')?.hasAttribute('open');

  test('has hidden fields with a doubted e-mail and telephone, so that they are doubted once', () => {
    const page = parseRendered(contact({ correo: 'ana@gmial.com', telefono: '12345678' }));
    const sent = (name: string) => page.querySelector(`[name=${name}]`)?.getAttribute('value');
    expect([sent('visto'), sent('telefono_visto')]).toEqual(['ana@gmial.com', '12345678']);
  });

  test.each([
    [{}, {}, false],
    [{ cuando_cierra: 'Hoy' }, {}, true],
    [{ perfil_activo: 'Seriedad' }, {}, true],
    [{}, { cuando_cierra: 'Elige.' }, true],
    [{}, { mensaje: 'Falta.' }, false],
  ])('has its optional fields open if one was filled or refused: %j %j', (values, errors, open) => {
    expect(isOpen(contact(values, errors))).toBe(open);
  });

  test.each([
    [{}, true],
    [{ telefono: 'Falta.' }, false],
    [{ correo: 'Falta.' }, true],
  ])(
    'hides the telephone until a call is chosen, unless it was refused: %j',
    (errors, isHidden) => {
      expect(parseRendered(contact({}, errors)).querySelector('[data-for=call]') !== null).toBe(
        isHidden,
      );
    },
  );

  test.each([
    [{}, false],
    [{ dia: 'Elige.' }, true],
    [{ telefono: 'Falta.' }, true],
  ])('that requests a call is open if one of its fields was refused: %j', (errors, open) => {
    const props = { days: [], today: undefined, values: {}, errors, hasCall: true, isOpen: false };
    expect(isOpen(<CallForm action="/x" submissionKey="s" doneNotice={null} {...props} />)).toBe(
      open,
    );
  });
});

describe('the contact to the team', () => {
  const both = { phone: '+56223456789', whatsapp: '+56987654321', answerHours: 8 };
  const reach = (more: object, now = open) => (
    <TeamContact payByText="Si te urge," {...both} {...{ now, ...more }} />
  );

  test.each([
    ['while it works', reach({}), ['tel:+56223456789', 'https://wa.me/56987654321'], false],
    ['on a Sunday', reach({}, closed), ['tel:+56223456789'], true],
    [
      'on a Sunday, with WhatsApp',
      reach({ offHours: 'sí' }, closed),
      ['https://wa.me/56987654321', 'tel:+56223456789'],
      true,
    ],
    ['without a phone', reach({ phone: undefined }, closed), [], false],
  ])('has links and hours %s', (_, page, hrefs, isLater) => {
    expect(hrefsOf(page)).toEqual(hrefs);
    expect(visibleTextOf(page).includes('El teléfono es')).toBe(isLater);
  });

  test.each([
    [true, open, true],
    [false, open, false],
    [true, closed, false],
  ])('shows the hours if wanted (%s) and if the team works now', (hasHours, now, tells) => {
    expect(visibleTextOf(reach({ hasHours }, now)).includes('Atendemos ')).toBe(tells);
  });

  test.each([
    ['a late guarantee', { lateText: 'Puede llegar tarde.' }, true],
    ['a way to reach it', { whatsapp: '+56987654321' }, true],
    ['neither', {}, false],
  ])('warns of a closing tender if there is %s', (_, more, warns) => {
    const page = <UrgentContact title="Cierra hoy" now={open} closesAt={null} {...more} />;
    expect(visibleTextOf(page).includes('Cierra hoy')).toBe(warns);
  });
});
