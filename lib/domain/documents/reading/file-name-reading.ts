import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { months } from '#lib/platform/chile/dates.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

/** Words that file names contain, by category. A word of the name matches if it begins with one. */
const fileNames: Partial<Record<CategoryKey, string>> = {
  cedula_identidad: 'cedula|carnet',
  e_rut: 'e rut|erut|rut empresa',
  certificado_antecedentes: 'antecedentes',
  escritura_constitucion: 'escritura|constitucion|estatutos',
  certificado_vigencia: 'vigencia',
  poderes_vigentes: 'poder|personeria|vigencia de poder',
  carpeta_tributaria: 'carpeta tributaria|carpetatributaria',
  balance_general: 'balance|estado de resultado',
  formulario_22: 'f22|f 22|formulario 22',
  formulario_29: 'f29|f 29|formulario 29',
  certificado_deuda_tgr: 'tgr|tesoreria',
  certificado_f30: 'f30|f 30|antecedentes laborales',
  certificado_f30_1: 'f30 1|f 30 1|cumplimiento laboral',
  informe_comercial: 'informe comercial|informe de deudas|dicom|equifax',
  bases_licitacion: 'bases',
  contrato: 'contrato|orden de compra',
  poliza_garantia: 'poliza|boleta de garantia|certificado de fianza',
};

/** Turns `F29_Octubre (1).PDF` into ` f29 octubre`. */
function plainName(fileName: string): string {
  const bareName = fileName.replace(/\.\w+$/, '').replace(/ ?\(\d+\)$/, '');
  return ` ${withoutAccents(bareName).replace(/[^a-z0-9]+/g, ' ')}`;
}

/**
 * Returns the day (`YYYY-MM-DD`) that a file name implies: for `f29 septiembre 2026` the last day
 * to present the form, for `balance 2024` the end of that year. Returns null if the name implies
 * none or the day is in the future.
 */
export function dayByName(kind: CategoryKey, fileName: string, today: string): string | null {
  const words = plainName(fileName).split(' ');
  const namedYear = words.find((word) => /^20\d\d$/.test(word));
  const year = Number(namedYear ?? today.slice(0, 4));
  if (kind === 'balance_general')
    return namedYear && namedYear < today.slice(0, 4) ? `${year}-12-31` : null;
  if (kind !== 'formulario_29') return null;
  const month = months.findIndex((name) =>
    words.some((word) => word.length > 2 && name.startsWith(word)),
  );
  const presentationDay = (dueYear: number) =>
    new Date(Date.UTC(dueYear, month + 1, 20)).toISOString().slice(0, 10);
  const day =
    !namedYear && presentationDay(year) > today ? presentationDay(year - 1) : presentationDay(year);
  return month < 0 || day > today ? null : day;
}

/**
 * Returns the category whose words the file name contains, or null for no or several categories.
 * Longer words win over shorter words inside them, so `f30 1` does not count as `f30`.
 */
export function kindByName(fileName: string): CategoryKey | null {
  const plain = plainName(fileName);
  const kinds = Object.entries(fileNames).flatMap(([kind, names]) =>
    names
      .split('|')
      .filter((n) => plain.includes(` ${n}`))
      .map((n) => ({ kind, n })),
  );
  const longestMatches = kinds.filter(
    ({ kind, n }) => !kinds.some((longer) => longer.kind !== kind && longer.n.includes(n)),
  );
  const [first] = longestMatches;
  if (!first || longestMatches.some(({ kind }) => kind !== first.kind)) return null;
  return first.kind as CategoryKey; // The key comes from the table above.
}
