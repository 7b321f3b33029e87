import { groupAmount } from '#lib/platform/amounts.ts';
import type { Facts, Line, Maker } from '#tests/support/papers/paper.ts';
import { longDay, type World, writtenDay, writtenRut } from '#tests/support/papers/world.ts';

const types = {
  seriedad: ['seriedad de la oferta', 'la seriedad de la oferta presentada'],
  cumplimiento: ['fiel cumplimiento del contrato', 'el fiel y oportuno cumplimiento del contrato'],
  anticipo: ['la devolución del anticipo', 'el correcto uso del anticipo'],
  ejecucion: ['la correcta ejecución de la obra', 'la buena ejecución de las obras'],
} as const;
const insurers = [
  'Aseguradora Andes S.A.',
  'Copihue Compañía de Seguros de Crédito S.A.',
  'Seguros Generales del Maipo S.A.',
  'Compañía de Seguros Araucaria S.A.',
];
const banks = ['Banco del Elqui', 'Banco de Longaví', 'Banco Quillaja'];
const recip = ['Finanzas Huasco S.A.G.R.', 'Ñuble Sociedad de Garantía Recíproca'];

type Kind = 'poliza' | 'boleta' | 'certificado_fianza' | 'vale_vista' | 'deposito';
const forms: Record<
  Kind,
  {
    headings: readonly string[];
    number: readonly string[];
    firms: readonly string[];
    label: readonly string[];
  }
> = {
  poliza: {
    headings: [
      'PÓLIZA DE SEGURO DE GARANTÍA',
      'PÓLIZA DE GARANTÍA A PRIMER REQUERIMIENTO',
      'PÓLIZA DE SEGURO DE CAUCIÓN',
    ],
    number: ['Póliza N°', 'N° de póliza', 'Número de póliza'],
    firms: insurers,
    label: ['Asegurador:', 'Compañía aseguradora:', 'Compañía:'],
  },
  boleta: {
    headings: [
      'BOLETA DE GARANTÍA',
      'BOLETA BANCARIA DE GARANTÍA',
      'BOLETA DE GARANTÍA EN EFECTIVO',
    ],
    number: ['Boleta N°', 'Número de boleta', 'Folio'],
    firms: banks,
    label: ['Banco emisor:', 'Emisor:'],
  },
  certificado_fianza: {
    headings: [
      'CERTIFICADO DE FIANZA',
      'CERTIFICADO DE FIANZA A PRIMER REQUERIMIENTO',
      'CERTIFICADO DE FIANZA WEB',
    ],
    number: ['Certificado de fianza N°', 'Certificado N°', 'Folio'],
    firms: recip,
    label: ['Institución de garantía:', 'Afianzador:', 'Emisor:'],
  },
  vale_vista: {
    headings: ['VALE VISTA', 'VALE VISTA BANCARIO'],
    number: ['Vale vista N°', 'Documento N°'],
    firms: banks,
    label: ['Banco emisor:', 'Emisor:'],
  },
  deposito: {
    headings: ['DEPÓSITO A LA VISTA'],
    number: ['Depósito a la vista N°', 'Documento N°'],
    firms: banks,
    label: ['Emisor:'],
  },
};

function moneyOf(w: World): { amount: string; currency: 'pesos' | 'UF' | 'USD'; written: string } {
  const currency = w.pick(['pesos', 'pesos', 'UF', 'UF', 'USD'] as const);
  const whole = `${1 + w.upTo(currency === 'pesos' ? 90_000_000 : 9_000)}`;
  const amount = currency === 'UF' ? `${whole}.${1 + w.upTo(8)}${1 + w.upTo(8)}` : whole;
  const grouped = groupAmount(amount);
  const written = {
    pesos: [`$ ${grouped}`, `$${grouped}.-`, `${grouped} pesos`],
    UF: [`UF ${grouped}`, `${grouped} UF`, `${grouped} Unidades de Fomento`],
    USD: [`US$ ${grouped}`, `USD ${grouped}`],
  };
  return { amount, currency, written: w.pick(written[currency]) };
}

function makerOf(instrument: Kind): Maker {
  return (w) => {
    const form = forms[instrument];
    const issuerName = w.pick(form.firms);
    const type = w.pick(['seriedad', 'cumplimiento', 'anticipo', 'ejecucion'] as const);
    const issuerNumber = w.pick([
      w.folio,
      `W${w.folio}-${w.upTo(90) + 10}`,
      `${w.upTo(900)}-26-000${w.upTo(900)}`,
    ]);
    const { written, ...money } = moneyOf(w);
    const validFrom = w.day(2026);
    const validTo = w.day(2027, 2);
    const heads = w.upTo(2) === 0;
    const tender = w.upTo(3) > 0;
    const guarantee = {
      issuerName,
      issuerNumber,
      ...money,
      validFrom,
      validTo,
      ...(tender && { tenderId: w.tender }),
    };
    const words = w.pick(types[type]);
    const inOneLine = w.upTo(2) === 0;
    const lines: Line[] = [
      ...(heads ? [issuerName] : []),
      { heading: w.pick(form.headings) },
      [w.pick(form.number), issuerNumber],
      ...(heads ? [] : [[w.pick(form.label), issuerName] as const]),
      ['Fecha de emisión', writtenDay(w, w.issuedAt)],
      [w.pick(['Tomador:', 'Afianzado:', 'Contratante:']), w.company.name],
      [
        w.pick(['RUT tomador', 'RUT afianzado', 'R.U.T. N° del afianzado']),
        writtenRut(w, w.company.rut),
      ],
      ['Asegurado / beneficiario:', w.buyer.name],
      ['RUT beneficiario', writtenRut(w, w.buyer.rut)],
      [w.pick(['Monto asegurado', 'Monto de la garantía', 'Por la suma de', 'Monto']), written],
      ...(inOneLine
        ? [`Vigencia desde el ${longDay(validFrom)} hasta el ${longDay(validTo)}`]
        : [
            ['Inicio de vigencia', writtenDay(w, validFrom)] as const,
            [
              w.pick(['Término de vigencia', 'Fecha de vencimiento', 'Vigencia hasta']),
              writtenDay(w, validTo),
            ] as const,
          ]),
      `Glosa: para garantizar ${words}${tender ? `, licitación ID ${w.tender}` : ''}.`,
      'Prima neta: UF 12,34. Condiciones generales depositadas con el código POL120140065.',
    ];
    const truth: Facts = {
      category: 'poliza_garantia',
      issuedAt: w.issuedAt,
      expiresAt: validTo,
      rut: w.company.rut,
      guarantee,
    };
    return { truth, lines };
  };
}

export const guaranteeMakers = Object.fromEntries(
  (Object.keys(forms) as Kind[]).map((kind) => [kind, makerOf(kind)]),
);
