import { expect } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import LinkPage from '#app/panel/documentos/enlaces/[id]/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import ProfilePage from '#app/panel/perfil/page.tsx';
import SecurityPage from '#app/panel/seguridad/page.tsx';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import type { makeUser } from '#tests/support/accounts.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { renderPage } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { addDocument, createShare } from '#tests/support/shares.ts';

/** The URL of a form, and its page as it is drawn now. `cookies`: of another than Ana. */
export type EditPage = {
  path: string;
  page: () => Promise<string>;
  cookies?: Record<string, string>;
};
type Ana = Awaited<ReturnType<typeof makeUser>>;

const profile = {
  ...{ name: 'Ana Muñoz', rut: '12.345.678-5', telefono: '+56 9 1234 5678' },
  ...{ direccion: 'Los Boldos 12, of. 3', region: 'Metropolitana de Santiago', comuna: 'Ñuñoa' },
};
async function fill(ana: Ana, path: string, more: object = {}) {
  const form = { ...profile, ...more };
  expect(redirectOf(await postForm(path, { form, cookies: ana.cookies }))).toContain('guardado');
}

async function document(ana: Ana, category: string, more: object): Promise<EditPage> {
  const reading = { text: true, settled: true } as const;
  const editar = await insertDocument(ana.id, { category, reading, ...more });
  const page = () => renderPage(CategoryPage, { categoria: category }, { editar });
  return { path: `/panel/documentos/${category}/editar`, page };
}

async function link(ana: Ana, settings: object): Promise<EditPage> {
  const documentKeys = [
    (await addDocument(ana.id, { category: 'balance_general' })).fileId,
    (await addDocument(ana.id, { category: 'contrato' })).fileId,
  ];
  const { id } = await (
    await createShare(ana, { documentKeys, expiresInHours: 50, ...settings })
  ).json();
  const page = () => renderPage(LinkPage, { id });
  return { path: `/panel/documentos/enlaces/${id}/guardar`, page };
}

/** Renders each form that edits something, for a thing whose values are all set. */
export const editPages: Record<string, (ana: Ana) => Promise<EditPage>> = {
  'a link with every option': (ana) =>
    link(ana, {
      ...{ label: 'Licitación 12', recipientNote: 'Va la carpeta,\ncompleta', maxOpenings: 7 },
      ...{ recipients: 'Banco, a@banco.cl', password: 'un paraguas azul' },
      ...{ notify: true, emailCode: true, viewOnly: true },
    }),
  'a link without a code': (ana) => link(ana, { recipients: 'Banco', maxOpenings: 7 }),
  'a link with none': (ana) => link(ana, {}),
  'a document with both dates': (ana) =>
    document(ana, 'certificado_f30', {
      ...{ issuedAt: '2026-11-02', expiresAt: endOfDay('2026-12-24'), countedFrom: 'typed' },
    }),
  'a document whose end is counted': (ana) =>
    document(ana, 'certificado_f30', {
      ...{ issuedAt: '2026-11-02', countedFrom: 'issued' },
      expiresAt: endOfDay(addDays('2026-11-02', 30)),
    }),
  'a document that bears its end': (ana) =>
    document(ana, 'cedula_identidad', { expiresAt: endOfDay('2030-02-03'), countedFrom: 'typed' }),
  'a document with a title': (ana) => document(ana, 'otros', { customTitle: 'Patente municipal' }),
  'the own profile': async (ana) => {
    await fill(ana, '/panel/perfil/guardar');
    return { path: '/panel/perfil/guardar', page: () => renderPage(ProfilePage, {}) };
  },
  'the profile of the company': async (ana) => {
    await fill(ana, '/panel/empresa/guardar', {
      rut: andesCompany.rut,
      razonSocial: 'Andes Dos SpA',
    });
    return { path: '/panel/empresa/guardar', page: () => renderPage(CompanyPage, {}) };
  },
  'the name of a passkey': async (ana) => {
    const key = { credentialId: 'c', publicKey: 'p', counter: 0, createdAt: 1, name: 'Notebook' };
    const row = { id: 'llave', accountId: ana.personId, ...key };
    await getDb().write((tx) => tx.insert(passkeys).values(row));
    return { path: '/panel/seguridad/llaves/nombrar', page: () => renderPage(SecurityPage, {}) };
  },
};
