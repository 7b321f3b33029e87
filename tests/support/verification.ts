import { createHash } from 'node:crypto';
import { POST as pageFileRoute, GET as pageRoute } from '#app/v/[code]/route.ts';
import { makeMember } from '#tests/support/accounts.ts';
import { api, type CallOptions, call } from '#tests/support/call.ts';
import { openDesk } from '#tests/support/desk.ts';
import { approvedRequest, recorded, recordOwn } from '#tests/support/issued.ts';

export const verify = (code: string, options: CallOptions = {}) =>
  api(`/api/verify/${code}`, { ...options });

/** Its page, as a browser asks for it. */
export const openCode = (code: string, options: CallOptions = {}) =>
  call(pageRoute, `/v/${code}`, { params: { code }, ...options });

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export const compareHash = (code: string, sha256: unknown) =>
  api(`/api/verify/${code}/file`, { json: { sha256 } });

/** The form of the page, without scripts. */
export function compareFile(code: string, bytes: Buffer, name = 'recibido.pdf') {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], name));
  return call(pageFileRoute, `/v/${code}`, { params: { code }, body });
}

export const changeCode = (
  cookies: Record<string, string> | undefined,
  id: string,
  action: string,
) =>
  api(`/api/guarantees/issued/${id}/verification`, {
    json: { action },
    ...(cookies && { cookies }),
  });

/** An advisor's record of a request whose applicant has an account, and its code. */
export async function openVerification() {
  const desk = await openDesk();
  const { id: lead } = await approvedRequest();
  const issuerVerifyUrl = 'https://verifica.andes.example/poliza';
  const { id, verificationCode } = await recorded(desk.ana.cookies, lead, { issuerVerifyUrl });
  const mine = (await makeMember()).cookies;
  return {
    desk,
    id: String(id),
    code: String(verificationCode),
    mine,
    /** What the company recorded itself. */
    own: async (changes: object = {}) =>
      (await (await recordOwn(mine, { issuerNumber: 'OTRA-1', ...changes })).json()).data,
  };
}

export type Verification = Awaited<ReturnType<typeof openVerification>>;

/** Of a page, what is in its body. */
export const bodyOf = async (response: Promise<Response>) =>
  (await (await response).text()).replace(/<head>.*<\/head>/s, '');
