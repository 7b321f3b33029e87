import { type CategoryKey, categories, type Group } from '#lib/domain/documents/rules.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

export const groupCopy: Record<Group, string> = {
  personal: 'Identidad y sociedad',
  documents: 'Antecedentes financieros y laborales',
  guarantees: 'Contratos y garantías',
};

export const documentLabels = {
  file: 'Archivo',
  category: 'Qué documento es',
  customTitle: 'Nombre',
  replaces: 'Reemplaza a',
  issuedAt: 'De cuándo es',
  expiresAt: 'Vence el',
};

export function replacedDocumentText(old: string, replacement: string): string {
  return `Reemplazaste ${replacementPair(old, replacement)}`;
}

export const replacementPair = (old: string, replacement: string): string =>
  old === replacement ? old : `${old} por ${replacement}`;

type ExpiringItem = { expiresAt: number | null };

/**
 * Returns the name of a file with its last valid day, such as `viejo.pdf, que vence el 12-01-2027`.
 */
export function datedNameText(
  { fileName, expiresAt }: ExpiringItem & { fileName: string },
  now: number,
): string {
  if (expiresAt === null) return fileName;
  return `${fileName}, que ${expiresAt < now ? 'venció' : 'vence'} el ${formatDay(expiresAt)}`;
}

/** Hints of the date fields. `datedBy` is the date from which the validity counts. */
export const dateHints = {
  issue: {
    issuedAt: 'Desde ahí contamos cuánto vale. Sin ella, desde el día en que lo subiste.',
    expiresAt: 'Opcional: solo si trae otra.',
  },
  printed: { issuedAt: 'Opcional.', expiresAt: 'La que trae. Sin ella la estimamos.' },
  entered: {
    issuedAt: 'Opcional.',
    expiresAt: 'La que trae. Sin ella no podemos avisarte antes de que venza.',
  },
  none: { issuedAt: 'Opcional.', expiresAt: 'Opcional: solo si la trae.' },
};

/**
 * The question that is shown when an undated file would replace a dated one. If the person saves
 * again, the file is accepted.
 */
export const UNDATED_QUESTION =
  'Di de cuándo es este o cuándo vence; si no lo sabes, guarda otra vez.';

type UploadedDocument = ExpiringItem & { fileName: string; uploadedAt: number } & Record<
    'replaced' | 'customTitle',
    string | null
  >;

/** Maximum number of replacements that a notice names. */
const MAX_NAMED_REPLACEMENTS = 6;

/** Returns text that says how many documents were stored, and which ones they replaced. */
export function uploadedText(
  count: number,
  documents: readonly UploadedDocument[],
  now: number,
): string {
  const newestDocuments = documents.toSorted((a, b) => b.uploadedAt - a.uploadedAt).slice(0, count);
  if (count > 1) {
    const pairs = newestDocuments.flatMap(({ replaced, customTitle, fileName }) =>
      replaced ? [replacementPair(replaced, customTitle ?? fileName)] : [],
    );
    const unnamedCount = pairs.length - MAX_NAMED_REPLACEMENTS;
    const replacementTexts = [
      ...pairs.slice(0, MAX_NAMED_REPLACEMENTS),
      ...(unnamedCount > 0 ? [`${unnamedCount} más`] : []),
    ];
    const storedText = `Guardamos ${count} documentos.`;
    return replacementTexts.length > 0
      ? `${storedText} Reemplazaste ${replacementTexts.join('; ')}.`
      : storedText;
  }
  const [lastDocument] = newestDocuments;
  const outcome = lastDocument?.replaced
    ? `${replacedDocumentText(lastDocument.replaced, lastDocument.customTitle ?? lastDocument.fileName)}.`
    : 'Guardamos el documento.';
  return `${outcome}${pastDateText(lastDocument, now)}`;
}

/** Warns that a date has passed. The document is accepted nevertheless. */
export function pastDateText(document: ExpiringItem | undefined, now: number): string {
  const { expiresAt = null } = document ?? {};
  if (expiresAt === null || expiresAt >= now) return '';
  return ` Revisa su fecha: venció el ${formatDay(expiresAt)}.`;
}

type Origin = { name: string; url?: string };

const sii: Origin = { name: 'SII', url: 'https://www.sii.cl' };
const civil: Origin = { name: 'Registro Civil', url: 'https://www.registrocivil.cl' };
const labour: Origin = { name: 'Dirección del Trabajo', url: 'https://www.dt.gob.cl' };
const market: Origin = { name: 'Mercado Público', url: 'https://www.mercadopublico.cl' };
const gazette: Origin = {
  name: 'Diario Oficial',
  url: 'https://www.diariooficial.interior.gob.cl',
};
const companies: Origin = {
  name: 'Registro de Empresas y Sociedades',
  url: 'https://www.registrodeempresasysociedades.cl',
};
const deeds: Origin = { name: 'conservador o notaría de tu ciudad' };

/** Issuers of documents, by the home page of their site, because deeper pages move. */
export const origins: Record<CategoryKey, readonly Origin[]> = {
  cedula_identidad: [civil],
  e_rut: [sii],
  certificado_antecedentes: [civil],
  escritura_constitucion: [companies, gazette, deeds],
  certificado_vigencia: [companies, deeds],
  poderes_vigentes: [companies, deeds],
  carpeta_tributaria: [sii],
  balance_general: [{ name: 'tu contador' }],
  formulario_22: [sii],
  formulario_29: [sii],
  certificado_deuda_tgr: [{ name: 'Tesorería', url: 'https://www.tgr.cl' }],
  certificado_f30: [labour],
  certificado_f30_1: [labour],
  informe_comercial: [{ name: 'CMF (informe de deudas)', url: 'https://www.cmfchile.cl' }],
  bases_licitacion: [market],
  contrato: [market, { name: 'tu mandante' }],
  poliza_garantia: [{ name: 'la aseguradora o el banco que la emitió' }],
  otros: [],
};

/** Returns `90 días`, `60 días hábiles` or `5 años`, or null for no fixed time. */
export function lifetimeText(key: CategoryKey): string | null {
  const { lifetime } = categories[key];
  if (typeof lifetime === 'string') return null;
  if ('years' in lifetime) return `${lifetime.years} años`;
  return 'days' in lifetime ? `${lifetime.days} días` : `${lifetime.businessDays} días hábiles`;
}
