import type { Page } from '@playwright/test';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { samples } from '#tests/support/sample-files.ts';

// Functions that use the vault like a person.

export const VAULT = '/panel/documentos';

const mimeTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** Returns a small real file of this name, of the kind of its extension. */
export function syntheticFile(name: `${string}.${keyof typeof mimeTypes}`) {
  const extension = name.split('.').at(-1) as keyof typeof mimeTypes; // the type ensures it
  return { name, mimeType: mimeTypes[extension], buffer: samples[extension] };
}

/** Returns the date in `days` days, in Chile. */
export function inDays(days: number): string {
  return addDays(isoDay(Date.now()), days);
}

type Kept = {
  category: string;
  name: Parameters<typeof syntheticFile>[0];
  days?: number;
  title?: string;
};

/** Uploads by the API with the session of the page. */
export async function keep(page: Page, { category, name, days, title }: Kept): Promise<void> {
  const reply = await page.request.post('/api/documents/upload', {
    multipart: {
      category,
      ...(title && { customTitle: title }),
      ...(days !== undefined && { expiresAt: inDays(days) }),
      file: syntheticFile(name),
    },
  });
  if (!reply.ok()) throw new Error(`${category}: ${await reply.text()}`);
}

/** A company's folder with something in every state. */
export const exampleVault: Kept[] = [
  { category: 'cedula_identidad', name: 'cedula-ambos-lados.pdf', days: 900 },
  { category: 'e_rut', name: 'e-rut.pdf' },
  { category: 'escritura_constitucion', name: 'escritura-2014.pdf' },
  { category: 'escritura_constitucion', name: 'modificacion-2021.pdf' },
  { category: 'certificado_vigencia', name: 'vigencia-sociedad.pdf', days: 21 },
  { category: 'poderes_vigentes', name: 'poderes-y-personeria.docx', days: 64 },
  { category: 'carpeta_tributaria', name: 'carpeta-tributaria-regular.pdf', days: 82 },
  { category: 'formulario_29', name: 'f29-septiembre.pdf', days: -12 },
  { category: 'formulario_29', name: 'f29-octubre.pdf', days: 41 },
  { category: 'certificado_f30', name: 'certificado-f30.pdf', days: 5 },
  { category: 'certificado_deuda_tgr', name: 'tesoreria.pdf', days: -3 },
  { category: 'poliza_garantia', name: 'poliza-4809-45-LE26.pdf', days: 12 },
  { category: 'otros', name: 'patente.pdf', title: 'Patente municipal', days: 130 },
];
