import type { CategoryKey } from '#lib/domain/documents/rules.ts';

/** What the plain name of a file has where it is this: words, each from its beginning on. */
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

/** The one kind whose words a name has; `f30 1` is not `f30`. Null where none fits, or two. */
export function kindByName(fileName: string): CategoryKey | null {
  // `F29_Octubre (1).PDF` → ` f29 octubre`
  const bare = fileName
    .replace(/\.\w+$/, '')
    .replace(/ ?\(\d+\)$/, '')
    .normalize('NFD');
  const plain = ` ${bare
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')}`;
  const found = Object.entries(fileNames).flatMap(([kind, names]) =>
    names
      .split('|')
      .filter((n) => plain.includes(` ${n}`))
      .map((n) => ({ kind, n })),
  );
  const own = found.filter(
    ({ kind, n }) => !found.some((other) => other.kind !== kind && other.n.includes(n)),
  );
  const [first] = own;
  if (!first || own.some(({ kind }) => kind !== first.kind)) return null;
  return first.kind as CategoryKey; // a key of the table above
}
