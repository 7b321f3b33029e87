import { MINUTE } from '#lib/platform/process/durations.ts';

/** Number of days before its end from which a document is shown as about to end. */
export const SOON_DAYS = 30;

type Lifetime =
  | { days: number }
  /** Business days skip weekends and Chilean public holidays. */
  | { businessDays: number }
  | { years: number }
  /** No end is computed: the person enters it, or the document never expires. */
  | 'entered'
  | 'never';

type Category = {
  label: string;
  /** Sentence that says why an insurer wants the document. */
  purpose: string;
  group: 'personal' | 'documents' | 'guarantees';
  /** True if insurers require it of every company. Documents of one contract are optional. */
  isRequired: boolean;
  /** Only accounts of this role, and admins, may keep the document. */
  onlyRole?: 'natural' | 'juridica';
  /** `one` means that uploading again replaces the document. */
  holds: 'one' | 'many';
  lifetime: Lifetime;
  /**
   * Each month or year has its own document. The newest one counts, the older ones are its history.
   */
  series?: true;
  /** Number of the most recent months that are required of a monthly series. */
  requiredMonths?: number;
  /**
   * The document prints its last day. Until the owner confirms it, `lifetime` gives an estimate.
   */
  bearsEnd?: true;
};

/** Defaults for most documents; the table overrides them. */
const categoryDefaults = { isRequired: true, holds: 'one' } as const;

const table = {
  cedula_identidad: {
    label: 'Cédula de identidad',
    purpose: 'Acredita quién firma: tú o quien representa a la empresa. Por ambos lados.',
    group: 'personal',
    lifetime: { years: 5 },
    bearsEnd: true,
  },
  e_rut: {
    label: 'e-RUT',
    purpose: 'Muestra el RUT y la dirección de la empresa ante el SII.',
    group: 'personal',
    onlyRole: 'juridica',
    lifetime: 'never',
  },
  certificado_antecedentes: {
    label: 'Certificado de antecedentes',
    purpose: 'Lo da el Registro Civil. Suelen aceptarlo hasta 60 días después de emitido.',
    group: 'personal',
    onlyRole: 'natural',
    lifetime: { days: 60 },
  },
  escritura_constitucion: {
    label: 'Escritura de constitución',
    purpose: 'Cómo nació la sociedad y cada modificación, con sus extractos publicados.',
    group: 'personal',
    onlyRole: 'juridica',
    holds: 'many',
    lifetime: 'never',
  },
  certificado_vigencia: {
    label: 'Certificado de vigencia de la sociedad',
    purpose: 'Prueba que la sociedad existe hoy. Dura 60 días hábiles.',
    group: 'personal',
    onlyRole: 'juridica',
    lifetime: { businessDays: 60 },
  },
  poderes_vigentes: {
    label: 'Poderes y personería vigentes',
    purpose: 'Quién puede firmar por la empresa, con su certificado de vigencia.',
    group: 'personal',
    onlyRole: 'juridica',
    holds: 'many',
    lifetime: { days: 90 },
  },
  carpeta_tributaria: {
    label: 'Carpeta tributaria electrónica',
    purpose: 'El SII reúne ahí tus ventas e impuestos. El acceso para terceros dura 90 días.',
    group: 'documents',
    lifetime: { days: 90 },
  },
  balance_general: {
    label: 'Balance general y estado de resultados',
    purpose: 'El último año cerrado y, si ya lo tienes, el preliminar de este.',
    group: 'documents',
    holds: 'many',
    lifetime: { days: 365 },
    series: true,
  },
  formulario_22: {
    label: 'Formulario 22',
    purpose: 'Tu renta anual: los dos últimos años.',
    group: 'documents',
    holds: 'many',
    lifetime: { days: 365 },
    series: true,
  },
  formulario_29: {
    label: 'Formulario 29',
    purpose: 'Tu IVA mensual: los últimos doce meses.',
    group: 'documents',
    holds: 'many',
    lifetime: { days: 90 },
    series: true,
    requiredMonths: 12,
  },
  certificado_deuda_tgr: {
    label: 'Certificado de deuda (TGR)',
    purpose: 'Tesorería confirma si tienes deudas fiscales.',
    group: 'documents',
    lifetime: { days: 30 },
  },
  certificado_f30: {
    label: 'Certificado de antecedentes laborales (F30)',
    purpose: 'La Dirección del Trabajo informa multas y deudas previsionales.',
    group: 'documents',
    lifetime: { days: 30 },
  },
  certificado_f30_1: {
    label: 'Certificado de cumplimiento laboral (F30-1)',
    purpose: 'Muestra que pagaste sueldos y cotizaciones en un contrato.',
    group: 'documents',
    holds: 'many',
    lifetime: { days: 30 },
    series: true,
  },
  informe_comercial: {
    label: 'Informe comercial',
    purpose: 'Tu historial de pagos, de un boletín o registro comercial.',
    group: 'documents',
    lifetime: { days: 30 },
  },
  bases_licitacion: {
    label: 'Bases de licitación',
    purpose: 'De ahí sale qué garantía piden: monto, plazo y glosa.',
    group: 'guarantees',
    isRequired: false,
    holds: 'many',
    lifetime: 'never',
  },
  contrato: {
    label: 'Contrato u orden de compra',
    purpose: 'Lo que la garantía respalda.',
    group: 'guarantees',
    isRequired: false,
    holds: 'many',
    lifetime: 'never',
  },
  poliza_garantia: {
    label: 'Póliza o certificado de garantía emitido',
    purpose: 'Guárdala con su fecha de término y te avisamos antes de que venza.',
    group: 'guarantees',
    isRequired: false,
    holds: 'many',
    lifetime: 'entered',
  },
  otros: {
    label: 'Otros',
    purpose: 'Cualquier otro documento que te pidan, con el título que elijas.',
    group: 'documents',
    isRequired: false,
    holds: 'many',
    lifetime: 'never',
  },
} satisfies Record<string, Omit<Category, keyof typeof categoryDefaults> & Partial<Category>>;

export type CategoryKey = keyof typeof table;
// fromEntries loses the type of its keys.
export const categories = Object.fromEntries(
  Object.entries(table).map(([key, category]) => [key, { ...categoryDefaults, ...category }]),
) as Record<CategoryKey, Category>;
export type Group = Category['group'];

// Object.keys loses the type of its keys.
export const categoryKeys = Object.keys(categories) as [CategoryKey, ...CategoryKey[]];
export const groups = ['personal', 'documents', 'guarantees'] as const satisfies readonly Group[];

/** The category of a document until its owner chooses one, within a day. */
export const UNPLACED = 'por_ordenar' as const;
/** Chosen instead of a category to delete the file. */
export const DISCARD = 'descartar';

/** Time for which a deleted document can be restored. Pages offer it only for 10 s. */
export const RESTORE_MS = MINUTE;

/** Maximum number of former versions of one document. They also need free space in the vault. */
export const MAX_FORMER_VERSIONS = 3;

/** Returns whether a category is a series, such as monthly forms: only its newest must be valid. */
export function isSeries(key: string): boolean {
  return isCategory(key) && categories[key].series === true;
}

export function monthsRequired(key: string): number | undefined {
  return isCategory(key) ? categories[key].requiredMonths : undefined;
}

export function countsFromIssue(key: CategoryKey): boolean {
  return typeof categories[key].lifetime !== 'string';
}

/** Returns whether documents of the category print their own last day. */
export function hasPrintedEnd(key: string): boolean {
  return isCategory(key) && categories[key].bearsEnd === true;
}

/** Returns which date decides how long a document of the category is valid. */
export function datedBy(key: CategoryKey): 'issue' | 'printed' | 'entered' | 'none' {
  if (hasPrintedEnd(key)) return 'printed';
  if (countsFromIssue(key)) return 'issue';
  return categories[key].lifetime === 'entered' ? 'entered' : 'none';
}

/** Returns whether the end is unknown, or only an estimate from the day of the upload. */
export function lacksDate({ category, expiresAt, countedFrom = null }: Expiry): boolean {
  if (countedFrom === 'uploaded' || countedFrom === 'unread') return true;
  return expiresAt === null && isCategory(category) && categories[category].lifetime === 'entered';
}
export type Expiry = { category: string; expiresAt: number | null; countedFrom?: string | null };

export function isCategory(key: string): key is CategoryKey {
  return Object.hasOwn(categories, key);
}

/** Returns whether an account of this role may keep the category. Advisors may keep all. */
export function fitsRole(category: CategoryKey, role: 'natural' | 'juridica' | 'admin'): boolean {
  const { onlyRole } = categories[category];
  return role === 'admin' || !onlyRole || onlyRole === role;
}

export function categoriesOf(group: Group, role: 'natural' | 'juridica' | 'admin' = 'admin') {
  return categoryKeys.filter((key) => categories[key].group === group && fitsRole(key, role));
}
