import { z } from 'zod';
import { findMember } from '#lib/domain/accounts/signed-in.ts';
import { recordTeamLook } from '#lib/domain/documents/access.ts';
import {
  checkShareCode,
  checkSharePassword,
  PROOF_SECONDS,
  proofOf,
  sendShareCode,
} from '#lib/domain/share-links/access.ts';
import {
  findByCode,
  findByToken,
  openLink,
  type ShareLink,
} from '#lib/domain/share-links/reads.ts';
import { openingsLeft } from '#lib/domain/share-links/rules.ts';
import { askForLink } from '#lib/domain/share-links/send.ts';
import { cookieHeader } from '#lib/http/api/cookies.ts';
import { fileAnswers, fileTypes } from '#lib/http/files/file-reply.ts';
import { folderKinds } from '#lib/http/files/folder-reply.ts';
import {
  type Asked,
  type Door,
  forbids,
  missingProof,
  pathOf,
  proofCookies,
  query,
  seeOther,
  withLink,
} from '#lib/http/share/share-doors.ts';
import {
  closedPage,
  documentPage,
  folderPage,
  gatePage,
  type Look,
} from '#lib/http/share/share-pages.ts';
import {
  count,
  goesOn,
  SENDING_COOKIE,
  sendAll,
  sendShared,
} from '#lib/http/share/share-sending.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  defineStream,
  type GuestCtx,
  type MemberCtx,
  type RefusalPage,
} from '#lib/platform/operations/operation.ts';
import { readForm } from '#lib/platform/web/body.ts';

const optionalText = (description: string) => z.string().optional().meta({ description });

export const [getShared, postShared] = doorOf({
  path: '/api/share/{token}',
  find: findByToken,
  isForPeople: (request) => /\btext\/html\b/i.test(request.headers.get('accept') ?? ''),
  isVisit: false,
});

/** Programs that fetch an address for a preview get its page, and spend no opening. */
export const [getByCode, postByCode] = doorOf({
  path: '/c/{token}',
  find: findByCode,
  isForPeople: () => true,
  isVisit: true,
});

function doorOf(door: Door) {
  const { path, isForPeople } = door;
  const refusalPage: RefusalPage = async (refusal, request) =>
    isForPeople(request) ? closedPage(request, refusal) : null;
  const common = {
    path,
    auth: 'guest',
    limit: { name: 'share', points: 60, seconds: 60, per: 'address' },
    params: z.object({ token: z.string() }),
    query,
    produces: [...fileTypes, folderKinds.zip, 'text/html'],
    reply: z.never(),
    refusalPage,
  } as const;
  const get = defineStream({
    ...common,
    method: 'GET',
    errors: ['forbidden', 'document_not_found', 'share_not_found', 'share_expired', 'unavailable'],
    alsoAnswers: fileAnswers,
    setsCookies: [SENDING_COOKIE],
    summary: 'What a share link shows: a page to browsers, else the file, or the ZIP of a folder',
    handler: withLink(door, async (ctx, asked, request, link) => {
      openLink(link, ctx.now);
      const missing = await missingProof(ctx, link);
      if (missing && isForPeople(request)) {
        const isSent = asked.query.codigo !== undefined;
        const status = isFile(asked.query) ? 403 : 200;
        return gatePage(request, link, { asks: missing, isSent, status });
      }
      if (missing) throw forbids(missing);
      return answer(ctx, link, asked, request, door);
    }),
  });
  const post = defineStream({
    ...common,
    method: 'POST',
    accepts: 'application/x-www-form-urlencoded',
    form: {
      fields: z.object({
        password: optionalText('Of the link.'),
        code: optionalText('That was mailed to the address the link is bound to.'),
        send: optionalText('Present: mail the code.'),
        ask: optionalText('Present: ask the owner of a link that ended for a new one.'),
      }),
    },
    errors: [
      'document_not_found',
      'forbidden',
      'payload_too_large',
      'share_expired',
      'share_not_found',
      'unavailable',
      'unsupported_media_type',
      'wrong_credentials',
    ],
    alsoAnswers: { ...fileAnswers, 303: 'To browsers: the same address, now open for an hour.' },
    setsCookies: [proofCookies.password, proofCookies.code, SENDING_COOKIE],
    summary: 'Give a share link its password or code; then the same as GET',
    handler: withLink(door, async (ctx, asked, request, link) => {
      const given = await readForm(request);
      const here = pathOf(door, asked);
      const { searchParams } = new URL(request.url);
      if (given.ask !== undefined) {
        await askForLink(link, ctx.now);
        return seeOther(here, searchParams);
      }
      openLink(link, ctx.now);
      const isCode = given.password === undefined && (await missingProof(ctx, link)) === 'code';
      if (isCode && given.send !== undefined) {
        await sendShareCode(link, ctx.now);
        searchParams.set('codigo', 'enviado');
        return seeOther(here, searchParams);
      }
      const what = isCode ? 'code' : 'password';
      const check = isCode
        ? checkShareCode(ctx, link, given.code ?? '')
        : checkSharePassword(ctx, link, given.password ?? '');
      const wrong = await wrongIn(check);
      if (wrong && !isForPeople(request)) throw wrong;
      if (wrong) {
        return gatePage(request, link, {
          asks: what,
          problem: wrong.detail.message ?? '',
          status: 401,
        });
      }
      const proof = proofOf(what, link, ctx.now);
      const cookie = cookieHeader(proofCookies[what], proof, PROOF_SECONDS, here);
      ctx.out.headers.append('Set-Cookie', cookie);
      searchParams.delete('codigo');
      const missing = await missingProof(ctx, link, { [what]: proof });
      if (!missing && door.isVisit) {
        const counting = countingOf(link, asked, door, await findMember(ctx));
        await count(ctx, link, { documentId: null, way: 'enter' }, counting);
      }
      if (isForPeople(request)) return seeOther(here, searchParams);
      if (missing) throw forbids(missing);
      return answer(ctx, link, asked, request, door);
    }),
  });
  return [get, post] as const;
}

/** What was given and does not fit; null: it fits. */
async function wrongIn(check: Promise<void>): Promise<AppError | null> {
  try {
    await check;
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_credentials') return error;
    throw error;
  }
}

async function answer(
  ctx: GuestCtx,
  link: ShareLink,
  asked: Asked,
  request: Request,
  door: Door,
): Promise<Response> {
  const { query } = asked;
  const document =
    query.document === undefined && !link.isFolder
      ? link.documents[0]
      : link.documents.find(({ fileId }) => fileId === query.document);
  if (query.document !== undefined && !document) throw new AppError('document_not_found');
  const isBegun = goesOn(ctx, link, door.isVisit, document?.id);
  const looker = await findMember(ctx);
  const counting = countingOf(link, asked, door, looker);
  const { isOwner, isVisit } = counting;
  if (openingsLeft(link) === 0 && !isBegun && !isOwner) throw new AppError('share_expired');
  const costs = isVisit ? (isBegun ? 'nothing' : 'visit') : 'file';
  const look: Look = { link, now: ctx.now, costs: isOwner ? 'own' : costs };
  for (const { id } of document ? [document] : link.documents) {
    if (looker) await recordTeamLook(looker, { id, accountId: link.accountId });
  }
  if (door.isForPeople(request) && !isFile(query)) {
    return document ? documentPage(request, look, document) : folderPage(request, look);
  }
  if (!document) return sendAll(ctx, link, request, { as: query.as, ...counting });
  return sendShared(ctx, link, document, request, {
    inline: isOn(query.inline) && !isOn(query.download),
    ...counting,
  });
}

function countingOf(link: ShareLink, asked: Asked, door: Door, looker: MemberCtx | null) {
  const isOwner = looker?.accountId === link.accountId;
  return { cookiePath: pathOf(door, asked), isVisit: door.isVisit, isOwner };
}

/** Asked for itself, not for the page about it. */
function isFile({ download, inline }: z.infer<typeof query>): boolean {
  return isOn(download) || isOn(inline);
}

function isOn(flag: string | undefined): boolean {
  return flag !== undefined && flag !== '0' && flag !== '';
}
