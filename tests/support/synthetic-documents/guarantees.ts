import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { type DocumentMaker, textDocument } from '#tests/support/synthetic-documents/document.ts';
import {
  longDay,
  type SyntheticWorld,
  writtenDay,
  writtenRut,
} from '#tests/support/synthetic-documents/world.ts';

const purposes = [
  ...['seriedad de la oferta', 'la seriedad de la oferta presentada'],
  ...['fiel cumplimiento del contrato', 'el fiel y oportuno cumplimiento del contrato'],
  ...['la devolución del anticipo', 'el correcto uso del anticipo'],
  ...['la correcta ejecución de la obra', 'la buena ejecución de las obras'],
];
const types = ['seriedad', 'cumplimiento', 'anticipo', 'ejecucion'] as const;
const insurers = [
  'Aseguradora Andes S.A.',
  'Copihue Compañía de Seguros de Crédito S.A.',
  'Seguros Generales del Maipo S.A.',
  'Compañía de Seguros Araucaria S.A.',
];
const banks = ['Banco del Elqui', 'Banco de Longaví', 'Banco Quillaja'];
const recip = ['Finanzas Huasco S.A.G.R.', 'Ñuble Sociedad de Garantía Recíproca'];

/** Headings of each instrument, names of its number and its issuer, and its issuers. */
const forms = {
  poliza: {
    heading:
      'PÓLIZA DE SEGURO DE GARANTÍA | PÓLIZA DE GARANTÍA A PRIMER REQUERIMIENTO | PÓLIZA DE SEGURO DE CAUCIÓN',
    number: 'Póliza N° | N° de póliza | Número de póliza',
    label: 'Asegurador: | Compañía aseguradora: | Compañía:',
    firms: insurers,
  },
  boleta: {
    heading: 'BOLETA DE GARANTÍA | BOLETA BANCARIA DE GARANTÍA | BOLETA DE GARANTÍA EN EFECTIVO',
    number: 'Boleta N° | Número de boleta | Folio',
    label: 'Banco emisor: | Emisor:',
    firms: banks,
  },
  certificado_fianza: {
    heading:
      'CERTIFICADO DE FIANZA | CERTIFICADO DE FIANZA A PRIMER REQUERIMIENTO | CERTIFICADO DE FIANZA WEB',
    number: 'Certificado de fianza N° | Certificado N° | Folio',
    label: 'Institución de garantía: | Afianzador: | Emisor:',
    firms: recip,
  },
  vale_vista: {
    heading: 'VALE VISTA | VALE VISTA BANCARIO',
    number: 'Vale vista N° | Documento N°',
    label: 'Banco emisor: | Emisor:',
    firms: banks,
  },
  deposito: {
    heading: 'DEPÓSITO A LA VISTA',
    number: 'Depósito a la vista N° | Documento N°',
    label: 'Emisor:',
    firms: banks,
  },
};

function moneyOf(w: SyntheticWorld): {
  amount: string;
  currency: 'pesos' | 'UF' | 'USD';
  written: string;
} {
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

function makerOf(
  instrument: keyof typeof forms,
  { heading, number, label, firms }: (typeof forms)[keyof typeof forms],
): DocumentMaker {
  return (w) => {
    const issuerName = w.pick(firms);
    const issuerNumber = w.pick([
      w.folio,
      `W${w.folio}-${w.upTo(90) + 10}`,
      `${w.upTo(900)}-26-000${w.upTo(900)}`,
    ]);
    const { written, ...money } = moneyOf(w);
    const [validFrom, validTo] = [w.day(2026), w.day(2027, 2)];
    const tender = w.upTo(3) > 0;
    const purpose = w.pick(purposes);
    const glosa = `para garantizar ${purpose}${tender ? `, licitación ID ${w.tender}` : ''}.`;
    const guarantee = {
      ...{ issuerName, issuerNumber, ...money, validFrom, validTo },
      beneficiaryRut: w.buyer.rut,
      type: types[Math.floor(purposes.indexOf(purpose) / 2)],
      holderName: w.company.name,
      glosa,
      // The app uses the word "depósito" for another instrument.
      ...(instrument !== 'deposito' && { instrument }),
      ...(tender && { tenderId: w.tender }),
    };
    const heads = w.upTo(2) === 0;
    const validity = w.upTo(2)
      ? `Inicio de vigencia > ${writtenDay(w, validFrom)}
        Término de vigencia | Fecha de vencimiento | Vigencia hasta > ${writtenDay(w, validTo)}`
      : `Vigencia desde el ${longDay(validFrom)} hasta el ${longDay(validTo)}`;
    const { issuedAt, company, buyer } = w;
    return textDocument(
      w,
      { category: 'poliza_garantia', issuedAt, expiresAt: validTo, rut: company.rut, guarantee },
      `${heads ? issuerName : ''}
      # ${heading}
      ${number} > ${issuerNumber}
      ${heads ? '' : `${label} > ${issuerName}`}
      Fecha de emisión > ${writtenDay(w, issuedAt)}
      Tomador: | Afianzado: | Contratante: > ${company.name}
      RUT tomador | RUT afianzado | R.U.T. N° del afianzado > ${writtenRut(w, company.rut)}
      Asegurado / beneficiario: > ${buyer.name}
      RUT beneficiario > ${writtenRut(w, buyer.rut)}
      Monto asegurado | Monto de la garantía | Por la suma de | Monto > ${written}
      ${validity}
      Glosa: ${glosa}
      Prima neta: UF 12,34. Condiciones generales depositadas con el código POL120140065.`,
    );
  };
}

export const guaranteeMakers = Object.fromEntries(
  Object.entries(forms).map(([instrument, form]) => [
    instrument,
    makerOf(instrument as keyof typeof forms, form),
  ]),
);
