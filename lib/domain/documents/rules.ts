/** Decision 7: which documents the vault knows. The table is the rule; nothing else lists them. */
export type Lifetime =
  | { days: number }
  /** Skips weekends and Chilean public holidays. */
  | { businessDays: number }
  | { years: number }
  /** Nothing to compute: the person enters the date, or it never lapses. */
  | 'entered'
  | 'never';

export type Category = {
  group: 'personal' | 'documents' | 'guarantees';
  roles: readonly ('natural' | 'juridica')[];
  /** `one`: uploading again replaces. */
  holds: 'one' | 'many';
  lifetime: Lifetime;
  /** One of each month or year: the newest counts, the others are its history. */
  series?: true;
};

const both = ['natural', 'juridica'] as const;
const natural = ['natural'] as const;
const juridica = ['juridica'] as const;

export const categories = {
  cedula_identidad: { group: 'personal', roles: both, holds: 'one', lifetime: { years: 5 } },
  e_rut: { group: 'personal', roles: juridica, holds: 'one', lifetime: 'never' },
  certificado_antecedentes: {
    group: 'personal',
    roles: natural,
    holds: 'one',
    lifetime: { days: 60 },
  },
  escritura_constitucion: { group: 'personal', roles: juridica, holds: 'many', lifetime: 'never' },
  certificado_vigencia: {
    group: 'personal',
    roles: juridica,
    holds: 'one',
    lifetime: { businessDays: 60 },
  },
  poderes_vigentes: { group: 'personal', roles: juridica, holds: 'many', lifetime: { days: 90 } },
  carpeta_tributaria: { group: 'documents', roles: both, holds: 'one', lifetime: { days: 90 } },
  balance_general: {
    group: 'documents',
    roles: both,
    holds: 'many',
    lifetime: { days: 365 },
    series: true,
  },
  formulario_22: {
    group: 'documents',
    roles: both,
    holds: 'many',
    lifetime: { days: 365 },
    series: true,
  },
  formulario_29: {
    group: 'documents',
    roles: both,
    holds: 'many',
    lifetime: { days: 90 },
    series: true,
  },
  certificado_deuda_tgr: { group: 'documents', roles: both, holds: 'one', lifetime: { days: 30 } },
  certificado_f30: { group: 'documents', roles: both, holds: 'one', lifetime: { days: 30 } },
  certificado_f30_1: {
    group: 'documents',
    roles: both,
    holds: 'many',
    lifetime: { days: 30 },
    series: true,
  },
  informe_comercial: { group: 'documents', roles: both, holds: 'one', lifetime: { days: 30 } },
  bases_licitacion: { group: 'guarantees', roles: both, holds: 'many', lifetime: 'never' },
  contrato: { group: 'guarantees', roles: both, holds: 'many', lifetime: 'never' },
  poliza_garantia: { group: 'guarantees', roles: both, holds: 'many', lifetime: 'entered' },
  otros: { group: 'documents', roles: both, holds: 'many', lifetime: 'never' },
} as const satisfies Record<string, Category>;

export type CategoryKey = keyof typeof categories;
export type Group = Category['group'];

// Object.keys forgets that it was given the categories.
export const categoryKeys = Object.keys(categories) as [CategoryKey, ...CategoryKey[]];
export const groups = ['personal', 'documents', 'guarantees'] as const satisfies readonly Group[];

/** How long a deleted document can be brought back. Pages offer 10 s of it. */
export const RESTORE_MS = 60_000;

/** Whether what a category holds follows one another, so that only the last to lapse counts. */
export function isSeries(key: string): boolean {
  return isCategory(key) && 'series' in categories[key];
}

export function isCategory(key: string): key is CategoryKey {
  return Object.hasOwn(categories, key);
}

/** Whether an account of this role keeps such documents; admins keep all. */
export function fitsRole(category: CategoryKey, role: 'natural' | 'juridica' | 'admin'): boolean {
  const { roles }: Category = categories[category];
  return role === 'admin' || roles.includes(role);
}

export function categoriesOf(group: Group, role: 'natural' | 'juridica' | 'admin' = 'admin') {
  return categoryKeys.filter((key) => categories[key].group === group && fitsRole(key, role));
}
