import { createHash } from 'node:crypto';
import * as codePage from '#app/v/[code]/page.tsx';
import * as typePage from '#app/v/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { api, type CallOptions, cookiesOf } from '#tests/support/call.ts';
import { approvedRequest, postOwn, recordIssued } from '#tests/support/issued.ts';
import { browseAs, pageAnswer } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';

export const verifyCode = (code: string, options: CallOptions = {}) =>
  api(`/api/verify/${code}`, { ...options });

export const openCodeForm = (query: Record<string, string> = {}) => pageAnswer(typePage, {}, query);

/** Opens the page of a code like a browser. */
export const openCodePage = (code: string, query: Record<string, string> = {}) =>
  pageAnswer(codePage, { code: encodeURIComponent(code) }, query);

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export const compareHash = (code: string, sha256: unknown) =>
  api(`/api/verify/${code}/file`, { json: { sha256 } });

/** Sends the form of the page without scripts, and opens the page that it leads to. */
export async function compareFile(code: string, bytes: Buffer, name = 'recibido.pdf') {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], name));
  const sent = await postForm(`/v/${code}/comparar`, { body });
  const { searchParams } = new URL(redirectOf(sent), 'http://localhost');
  const cookies = Object.entries(cookiesOf(sent));
  browseAs(Object.fromEntries(cookies.map(([name, value]) => [name, decodeURIComponent(value)])));
  const page = await openCodePage(code, Object.fromEntries(searchParams));
  browseAs({});
  return page;
}

export const changeVerificationCode = (
  cookies: Record<string, string> | undefined,
  id: string,
  action: string,
) =>
  api(`/api/guarantees/issued/${id}/verification`, {
    json: { action },
    ...(cookies && { cookies }),
  });

export const aboutVariables = {
  ABOUT_OWNER: 'Garantías Andes SpA, RUT 76.543.210-3.',
  ABOUT_PHONE: '+56 2 2345 6789',
};

/** Makes an advisor's record of a request whose applicant has an account, and its code. */
export async function openVerification() {
  const admin = await openAdminArea(aboutVariables);
  const { id: lead } = await approvedRequest();
  const issuerVerifyUrl = 'https://verifica.andes.example/poliza';
  const { id, verificationCode } = await recordIssued(admin.ana.cookies, lead, { issuerVerifyUrl });
  const { cookies: mine } = await makeUser({
    role: 'juridica',
    rut: '76.123.456-0',
    razonSocial: 'Constructora Andes SpA',
  });
  return {
    admin,
    id: String(id),
    code: String(verificationCode),
    mine,
    /** Makes a record that a company made itself. */
    own: async (changes: object = {}) =>
      (await (await postOwn(mine, { issuerNumber: 'OTRA-1', ...changes })).json()).data,
  };
}

export type Verification = Awaited<ReturnType<typeof openVerification>>;

/** Returns the body of a page. */
export const bodyOf = async (response: Promise<Response>) =>
  (await (await response).text()).replace(/<head>.*<\/head>/s, '');
