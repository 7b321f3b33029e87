import type { StepId } from '#lib/domain/drafts/schema.ts';

type Autocomplete = 'name' | 'email' | 'tel' | 'organization' | 'street-address' | 'off';

export type FieldCopy = {
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'email' | 'tel' | 'rut' | 'date' | 'amount' | 'lines' | 'tender';
  lookUp?: 'tender' | 'buyers' | 'supplier';
  optional?: true;
  autoComplete?: Autocomplete;
  width?: 'short' | 'medium' | 'full';
};

type StepCopy = { question: string; lead?: string; fields: readonly FieldCopy[] };

const rutHint = 'Con dígito verificador, por ejemplo 76.123.456-0.';

/** Question, help and fields of each page. What a page shows beyond fields is in its screen. */
export const stepCopy: Record<StepId, StepCopy> = {
  tipo: { question: '¿Para qué contrato necesitas la garantía?', fields: [] },
  contacto: {
    question: '¿Con quién hablamos?',
    lead: 'Un asesor te responderá a estos datos.',
    fields: [
      { name: 'nombreSolicitante', label: 'Nombre y apellido', kind: 'text', autoComplete: 'name' },
      {
        name: 'email',
        label: 'Correo',
        hint: 'Aquí te enviamos el comprobante.',
        kind: 'email',
        autoComplete: 'email',
      },
      {
        name: 'telefonoSolicitante',
        label: 'Teléfono',
        hint: 'Por ejemplo, +56 9 1234 5678.',
        kind: 'tel',
        autoComplete: 'tel',
        width: 'medium',
      },
    ],
  },
  licitacion: {
    question: '¿Cuál es la licitación?',
    fields: [
      {
        name: 'idLicitacion',
        label: 'ID de la licitación',
        hint: 'Está en la ficha de Mercado Público, por ejemplo 4809-45-LE26. Si no lo tienes a mano, sigue sin él.',
        kind: 'tender',
        lookUp: 'tender',
        optional: true,
        autoComplete: 'off',
        width: 'medium',
      },
    ],
  },
  institucion: {
    question: '¿Quién licita?',
    lead: 'La institución que pide la garantía. Si no tienes estos datos, sigue sin ellos.',
    fields: [
      {
        name: 'institucion',
        label: 'Institución',
        kind: 'text',
        lookUp: 'buyers',
        optional: true,
        autoComplete: 'off',
      },
      {
        name: 'rutInstitucion',
        label: 'RUT de la institución',
        kind: 'rut',
        optional: true,
        autoComplete: 'off',
        width: 'medium',
      },
      {
        name: 'razonSocial',
        label: 'Razón social',
        hint: 'Solo si es distinta del nombre de la institución.',
        kind: 'text',
        optional: true,
        autoComplete: 'off',
      },
    ],
  },
  empresa: {
    question: '¿Qué empresa presenta la oferta?',
    lead: 'La garantía se emite a su nombre. Si postulas como persona, usa tu nombre y tu RUT.',
    fields: [
      {
        name: 'nombreEmpresaOferente',
        label: 'Nombre o razón social',
        kind: 'text',
        autoComplete: 'organization',
      },
      {
        name: 'rutEmpresaOferente',
        label: 'RUT',
        hint: rutHint,
        kind: 'rut',
        lookUp: 'supplier',
        autoComplete: 'off',
        width: 'medium',
      },
    ],
  },
  direccion: {
    question: '¿Dónde está la empresa?',
    fields: [
      {
        name: 'direccionEmpresaOferente',
        label: 'Calle y número',
        kind: 'text',
        optional: true,
        autoComplete: 'street-address',
      },
    ],
  },
  'empresa-contratista': {
    question: '¿Qué empresa ejecuta el contrato?',
    lead: 'La garantía se emite a su nombre. Si trabajas como persona, usa tu nombre y tu RUT.',
    fields: [
      {
        name: 'nombreEmpresaContratista',
        label: 'Nombre o razón social',
        kind: 'text',
        autoComplete: 'organization',
      },
      {
        name: 'rutEmpresaContratista',
        label: 'RUT',
        hint: rutHint,
        kind: 'rut',
        lookUp: 'supplier',
        autoComplete: 'off',
        width: 'medium',
      },
    ],
  },
  'direccion-contratista': {
    question: '¿Dónde está la empresa?',
    fields: [
      {
        name: 'direccionEmpresaContratista',
        label: 'Calle y número',
        kind: 'text',
        optional: true,
        autoComplete: 'street-address',
      },
    ],
  },
  'contacto-contratista': {
    question: '¿Quién es el contacto en la empresa?',
    lead: 'Si eres tú, sigue sin responder.',
    fields: [
      {
        name: 'nombreContactoContratista',
        label: 'Nombre y apellido',
        kind: 'text',
        optional: true,
        autoComplete: 'off',
      },
      {
        name: 'telefonoContratista',
        label: 'Teléfono',
        kind: 'tel',
        optional: true,
        autoComplete: 'off',
        width: 'medium',
      },
      {
        name: 'emailContratista',
        label: 'Correo',
        kind: 'email',
        optional: true,
        autoComplete: 'off',
      },
    ],
  },
  mandante: {
    question: '¿Quién te contrata?',
    lead: 'El mandante: quien recibe la garantía.',
    fields: [
      {
        name: 'razonSocialMandante',
        label: 'Nombre o razón social',
        kind: 'text',
        autoComplete: 'off',
      },
      {
        name: 'rutMandantePrivados',
        label: 'RUT',
        kind: 'rut',
        optional: true,
        autoComplete: 'off',
        width: 'medium',
      },
    ],
  },
  'contacto-mandante': {
    question: '¿Quién es el contacto del mandante?',
    lead: 'Sirve para confirmar el texto de la garantía. Si no lo sabes, sigue sin responder.',
    fields: [
      {
        name: 'nombreContactoMandante',
        label: 'Nombre y apellido',
        kind: 'text',
        optional: true,
        autoComplete: 'off',
      },
      {
        name: 'telefonoMandante',
        label: 'Teléfono',
        kind: 'tel',
        optional: true,
        autoComplete: 'off',
        width: 'medium',
      },
      {
        name: 'emailMandante',
        label: 'Correo',
        kind: 'email',
        optional: true,
        autoComplete: 'off',
      },
    ],
  },
  fechas: {
    question: '¿Cuánto dura el contrato?',
    fields: [
      { name: 'fechaInicioContrato', label: 'Inicio', kind: 'date', optional: true },
      { name: 'fechaTerminoContrato', label: 'Término', kind: 'date', optional: true },
    ],
  },
  'garantia-tipo': { question: '¿Qué garantía necesitas?', fields: [] },
  'garantia-monto': {
    question: '¿Por cuánto es la garantía?',
    lead: 'El monto sale de las bases o del contrato.',
    fields: [
      {
        name: 'montoGarantia',
        label: 'Monto',
        hint: 'Por ejemplo, 1.500.000 o 1.234,50.',
        kind: 'amount',
        autoComplete: 'off',
        width: 'medium',
      },
    ],
  },
  'garantia-vigencia': {
    question: '¿Cuándo debe regir?',
    fields: [
      { name: 'vigenciaDesde', label: 'Desde', kind: 'date' },
      { name: 'vigenciaHasta', label: 'Hasta', kind: 'date' },
      {
        name: 'glosaGarantia',
        label: 'Glosa',
        hint: 'El texto que las bases piden escribir en la garantía. Cópialo tal cual.',
        kind: 'lines',
        optional: true,
      },
    ],
  },
  garantias: { question: 'Tus garantías', fields: [] },
  contrato: {
    question: 'Adjunta las bases o el contrato',
    lead: 'Con el documento a la vista, el asesor responde más rápido. También puedes enviarlo después.',
    fields: [],
  },
  adicional: {
    question: '¿Quieres adjuntar algo más?',
    lead: 'Por ejemplo, la carta de adjudicación o un balance. Es opcional.',
    fields: [],
  },
  revisar: { question: 'Revisa tus respuestas', fields: [] },
};

export const tenderCopy = {
  brought: 'Traído de Mercado Público. Cámbialo si no corresponde.',
  missing: 'Mercado Público no tiene una licitación con ese ID.',
  goOn: 'Revísalo, o sigue y completa los datos a mano.',
} as const;
