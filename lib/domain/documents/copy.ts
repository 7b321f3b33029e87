import type { CategoryKey, Group } from '#lib/domain/documents/rules.ts';

export const groupCopy: Record<Group, string> = {
  personal: 'Identidad y sociedad',
  documents: 'Antecedentes financieros y laborales',
  guarantees: 'Contratos y garantías',
};

/** What each document is called, and in one line what an insurer wants it for. */
export const categoryCopy: Record<CategoryKey, { label: string; purpose: string }> = {
  cedula_identidad: {
    label: 'Cédula de identidad',
    purpose: 'Acredita quién firma: tú o quien representa a la empresa. Por ambos lados.',
  },
  e_rut: { label: 'e-RUT', purpose: 'Muestra el RUT y la dirección de la empresa ante el SII.' },
  certificado_antecedentes: {
    label: 'Certificado de antecedentes',
    purpose: 'Lo da el Registro Civil. Suelen aceptarlo hasta 60 días después de emitido.',
  },
  escritura_constitucion: {
    label: 'Escritura de constitución',
    purpose: 'Cómo nació la sociedad y cada modificación, con sus extractos publicados.',
  },
  certificado_vigencia: {
    label: 'Certificado de vigencia de la sociedad',
    purpose: 'Prueba que la sociedad existe hoy. Dura 60 días hábiles.',
  },
  poderes_vigentes: {
    label: 'Poderes y personería vigentes',
    purpose: 'Quién puede firmar por la empresa, con su certificado de vigencia.',
  },
  carpeta_tributaria: {
    label: 'Carpeta tributaria electrónica',
    purpose: 'El SII reúne ahí tus ventas e impuestos. El acceso para terceros dura 90 días.',
  },
  balance_general: {
    label: 'Balance general y estado de resultados',
    purpose: 'El último año cerrado y, si ya lo tienes, el preliminar de este.',
  },
  formulario_22: { label: 'Formulario 22', purpose: 'Tu renta anual: los dos últimos años.' },
  formulario_29: { label: 'Formulario 29', purpose: 'Tu IVA mensual: los últimos doce meses.' },
  certificado_deuda_tgr: {
    label: 'Certificado de deuda (TGR)',
    purpose: 'Tesorería confirma si tienes deudas fiscales.',
  },
  certificado_f30: {
    label: 'Certificado de antecedentes laborales (F30)',
    purpose: 'La Dirección del Trabajo informa multas y deudas previsionales.',
  },
  certificado_f30_1: {
    label: 'Certificado de cumplimiento laboral (F30-1)',
    purpose: 'Muestra que pagaste sueldos y cotizaciones en un contrato.',
  },
  informe_comercial: {
    label: 'Informe comercial',
    purpose: 'Tu historial de pagos, de un boletín o registro comercial.',
  },
  bases_licitacion: {
    label: 'Bases de licitación',
    purpose: 'De ahí sale qué garantía piden: monto, plazo y glosa.',
  },
  contrato: {
    label: 'Contrato u orden de compra',
    purpose: 'Lo que la garantía respalda.',
  },
  poliza_garantia: {
    label: 'Póliza o certificado de garantía emitido',
    purpose: 'Guárdala con su fecha de término y te avisamos antes de que venza.',
  },
  otros: {
    label: 'Otros',
    purpose: 'Cualquier otro papel que te pidan, con el título que elijas.',
  },
};
