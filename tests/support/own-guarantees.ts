import { beforeEach } from 'vitest';
import GuaranteePage from '#app/panel/garantias/[id]/page.tsx';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { issuedFacts, recordOwnIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadForm } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

/** A guarantee as a company types it. */
export const guaranteeForm = {
  ...issuedFacts,
  amount: '1.500.000',
  validFrom: '01-12-2026',
  validTo: '1/3/27',
};
export const policyPdf: { bytes: Buffer; name: string } = {
  bytes: samples.pdf,
  name: 'Póliza.pdf',
};

type Sent = { place: string; formulario: string };

/** Makes for each test a member in a world of her own, and her pages. */
export function ownGuaranteesForTest() {
  worldForTest({ RATE_LIMITS: 'off' });
  let ana: Member;
  beforeEach(async () => {
    ana = await makeUser();
    browseAs(ana.cookies);
  });
  return {
    get ana() {
      return ana;
    },
    own: (changes: object = {}) => recordOwnIssued(ana.cookies, changes),
    list: async (query = {}) => textOf(await renderPage(GuaranteesPage, {}, query)),
    seen: (id: string, query = {}) => renderPage(GuaranteePage, { id }, query),
    send: (fields: Record<string, string>, file: typeof policyPdf | null = null, who = ana) =>
      sendOwnGuarantee(who, fields, file),
    /** Shows the page of the form after a refusal. */
    back: ({ place, formulario }: Sent) => {
      browseAs({ ...ana.cookies, formulario });
      const error = new URL(place, 'http://x').searchParams.get('error') ?? '';
      return renderPage(NewGuaranteePage, {}, { error });
    },
  };
}

/** Sends the form of an own guarantee. Returns the next page, and the fields after a refusal. */
export async function sendOwnGuarantee(
  { cookies }: Member,
  fields: Record<string, string>,
  file: typeof policyPdf | null = null,
): Promise<Sent> {
  const body = uploadForm(fields, file);
  const response = await postForm('/panel/garantias/nueva/guardar', { body, cookies });
  const { formulario = '' } = cookiesOf(response);
  return { place: response.headers.get('location') ?? '', formulario };
}
