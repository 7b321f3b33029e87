import type { StepId } from '#lib/domain/drafts/steps.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { samples } from '#tests/support/sample-files.ts';

export type UploadFile = { name: string; mimeType: string; buffer: Buffer };

/** Input on one page of the wizard. `again` adds another guarantee there. */
export type Answer = {
  step: StepId;
  fields?: Record<string, string>;
  files?: Partial<Record<UploadKind, UploadFile>>;
  again?: true;
};

/** A whole request: the input on each page, and how it must be shown afterwards. */
export type Sample = { email: string; answers: Answer[]; shown: string[] };

export const contractFile: UploadFile = {
  name: 'contrato firmado ñandú.pdf',
  mimeType: 'application/pdf',
  buffer: samples.pdf,
};
export const otherFile: UploadFile = {
  name: 'carta de adjudicación.png',
  mimeType: 'image/png',
  buffer: samples.png,
};

const firstGuarantee: Answer[] = [
  { step: 'garantia-tipo', fields: { tipoGarantia: 'seriedad' } },
  { step: 'garantia-monto', fields: { monedaGarantia: 'pesos', montoGarantia: '1500000' } },
  {
    step: 'garantia-vigencia',
    fields: {
      vigenciaDesde: '15-01-2027',
      vigenciaHasta: '30-06-2027',
      glosaGarantia: 'Para garantizar la seriedad de la oferta: 100 % & «texto exacto»',
    },
  },
];
const secondGuarantee: Answer[] = [
  { step: 'garantia-tipo', fields: { tipoGarantia: 'cumplimiento' } },
  { step: 'garantia-monto', fields: { monedaGarantia: 'UF', montoGarantia: '1.234,5' } },
  {
    step: 'garantia-vigencia',
    fields: { vigenciaDesde: '01-02-2027', vigenciaHasta: '29-02-2028' },
  },
];

/** Answers every question, with two guarantees and two attachments. */
export function publicSample(email: string): Sample {
  return {
    email,
    answers: [
      { step: 'tipo', fields: { sistemaLicitacion: 'chilecompra' } },
      {
        step: 'contacto',
        fields: { nombreSolicitante: 'Ana Muñoz', email, telefonoSolicitante: '+56 9 1234 5678' },
      },
      { step: 'licitacion', fields: { idLicitacion: '4809-45-LE26' } },
      {
        step: 'institucion',
        fields: {
          institucion: 'Municipalidad de Mostazal',
          rutInstitucion: '69265000k',
          razonSocial: 'I. Municipalidad de Mostazal',
        },
      },
      {
        step: 'empresa',
        fields: {
          nombreEmpresaOferente: "O'Higgins & Hijos SpA",
          rutEmpresaOferente: '761234560',
          direccionEmpresaOferente: 'Av. Los Carrera 1234',
          regionEmpresaOferente: 'Región del Biobío',
          comunaEmpresaOferente: 'Concepción',
        },
      },
      ...firstGuarantee,
      { step: 'garantias', again: true },
      ...secondGuarantee,
      { step: 'garantias' },
      { step: 'documentos', files: { contrato: contractFile, adicional: otherFile } },
    ],
    shown: [
      'Licitación de Mercado Público',
      'Ana Muñoz',
      email,
      '+56 9 1234 5678',
      '4809-45-LE26',
      'Municipalidad de Mostazal',
      '69.265.000-K',
      'I. Municipalidad de Mostazal',
      "O'Higgins & Hijos SpA",
      '76.123.456-0',
      'Av. Los Carrera 1234',
      'Región del Biobío',
      'Concepción',
      'Seriedad de la oferta',
      '$ 1.500.000',
      '15-01-2027 al 30-06-2027',
      'Para garantizar la seriedad de la oferta: 100 % & «texto exacto»',
      'Fiel cumplimiento',
      'UF 1.234,50',
      '01-02-2027 al 29-02-2028',
      contractFile.name,
      otherFile.name,
    ],
  };
}

/** Answers every question of the private variant, with one guarantee and no attachments. */
export function privateSample(email: string): Sample {
  return {
    email,
    answers: [
      { step: 'tipo', fields: { sistemaLicitacion: 'privados' } },
      {
        step: 'contacto',
        fields: { nombreSolicitante: 'Pedro Soto', email, telefonoSolicitante: '22 345 6789' },
      },
      {
        step: 'empresa-contratista',
        fields: {
          nombreEmpresaContratista: 'Montajes del Sur Ltda.',
          rutEmpresaContratista: '76.123.456-0',
          direccionEmpresaContratista: 'Los Carrera 100',
          regionEmpresaContratista: 'Región de Ñuble',
          comunaEmpresaContratista: 'Chillán',
          nombreContactoContratista: 'Luisa Rojas',
          telefonoContratista: '41 222 3344',
          emailContratista: 'luisa@montajes.cl',
        },
      },
      {
        step: 'mandante',
        fields: {
          razonSocialMandante: 'Minera Norte S.A.',
          rutMandantePrivados: '96000001-3',
          nombreContactoMandante: 'Jorge Díaz',
          telefonoMandante: '+56 55 244 5566',
          emailMandante: 'jorge@mineranorte.cl',
          fechaInicioContrato: '15-12-2026',
          fechaTerminoContrato: '15-12-2027',
        },
      },
      { step: 'garantia-tipo', fields: { tipoGarantia: 'canje_retenciones' } },
      {
        step: 'garantia-monto',
        fields: { monedaGarantia: 'USD', montoGarantia: '987654321,01' },
      },
      {
        step: 'garantia-vigencia',
        fields: { vigenciaDesde: '15-01-2027', vigenciaHasta: '30-06-2027' },
      },
      { step: 'garantias' },
      { step: 'documentos' },
    ],
    shown: [
      'Contrato entre privados',
      'Pedro Soto',
      email,
      '+56 2 2345 6789',
      'Montajes del Sur Ltda.',
      '76.123.456-0',
      'Los Carrera 100',
      'Región de Ñuble',
      'Chillán',
      'Luisa Rojas',
      '+56 41 222 3344',
      'luisa@montajes.cl',
      'Minera Norte S.A.',
      '96.000.001-3',
      'Jorge Díaz',
      '+56 55 244 5566',
      'jorge@mineranorte.cl',
      '15-12-2026',
      '15-12-2027',
      'Canje de retenciones',
      'US$ 987.654.321,01',
      '15-01-2027 al 30-06-2027',
    ],
  };
}

/** Answers only the required questions, and leaves the optional fields empty. */
export function shortSample(email: string): Sample {
  const { answers } = publicSample(email);
  const stored = ['tipo', 'contacto', 'empresa', 'garantia-tipo', 'garantia-monto'];
  const again = answers.findIndex((answer) => answer.again);
  const once = answers.filter(({ step }, index) => index < again || !step.startsWith('garantia'));
  const short: Answer[] = once.map(({ step, fields }) =>
    stored.includes(step) ? { step, ...(fields && { fields: withoutAddress(fields) }) } : { step },
  );
  const dates = { vigenciaDesde: '15-01-2027', vigenciaHasta: '30-06-2027' };
  const after = short.findIndex(({ step }) => step === 'documentos');
  short.splice(after, 0, { step: 'garantias' });
  return {
    email,
    answers: short.map((answer) =>
      answer.step === 'garantia-vigencia' ? { ...answer, fields: dates } : answer,
    ),
    shown: ['Ana Muñoz', email, '76.123.456-0', '$ 1.500.000', '15-01-2027 al 30-06-2027'],
  };
}

function withoutAddress(fields: Record<string, string>): Record<string, string> {
  const address = /^(direccion|region|comuna)/;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !address.test(name)));
}
