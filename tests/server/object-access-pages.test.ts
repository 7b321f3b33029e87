import { beforeAll, describe, expect, test } from 'vitest';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { createOwnedWorld, type OwnedWorld } from '#tests/support/access/owned-objects.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { filesUnder } from '#tests/support/source-files.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const SECRET = 'x'.repeat(40);
const TRANSFER_ACCOUNT =
  'Andes SpA; 76.123.456-0; Banco Norte; Cuenta corriente; 0012345678; pagos@andes.cl';
let webpay: WebpayStandIn;
let world: World;
let owned: OwnedWorld;
let app: AppProcess;
beforeAll(async () => {
  webpay = await startWebpay();
  const variables = {
    ...webpay.variables,
    ...{ RATE_LIMITS: 'off', APP_SECRET: SECRET, TRANSFER_ACCOUNT },
  };
  world = createWorld(variables);
  setClock(() => Date.now());
  owned = await createOwnedWorld();
  await closeDb();
  app = await startApp({ dataDir: world.dataDir, variables });
});

/** Pages whose address names a thing: the page, and the id in its place. */
const pages: Record<string, (of: OwnedWorld) => string> = {
  '/admin/leads/[id]': ({ ids }) => ids.lead,
  '/admin/leads/[id]/borrar': ({ ids }) => ids.lead,
  '/admin/leads/[id]/correo': ({ ids }) => ids.lead,
  '/admin/cuentas/[id]': ({ ids }) => ids.account,
  '/admin/cuentas/[id]/borrar': ({ ids }) => ids.account,
  '/admin/entregas/[id]': ({ ids }) => ids.delivery,
  '/admin/borrar/constancia/[id]': () => '1',
  '/admin/garantias/[id]': ({ ids }) => ids.guarantee,
  '/admin/pagos/[buyOrder]': ({ ids }) => ids.payment,
  '/admin/pagos/[buyOrder]/devolver': ({ ids }) => ids.payment,
  '/admin/pagos/pedidos/[id]/transferencia': ({ ids }) => ids.paymentRequest,
  '/pagar/ir/[orden]': ({ ids }) => ids.payment,
  '/panel/solicitudes/[id]': ({ ids }) => ids.submission,
  '/panel/solicitudes/[id]/borrar': ({ ids }) => ids.submission,
  '/panel/garantias/[id]': ({ ids }) => ids.guarantee,
  '/panel/garantias/[id]/nuevo-plazo': ({ ids }) => ids.guarantee,
  '/panel/documentos/enlaces/[id]': ({ ids }) => ids.share,
  '/panel/documentos/enlaces/[id]/aperturas': ({ ids }) => ids.share,
  '/panel/documentos/contrato?reemplazar=[id]': ({ ids }) => ids.document,
  '/panel/documentos/contrato?eliminado=[id]': ({ ids }) => ids.removedDocument,
  '/panel/documentos/compartir?doc=[id]': ({ ids }) => ids.file,
  '/panel/solicitudes?antes=[id]': ({ ids }) => ids.submission,
};

/** Pages that open by a token in their address, and by no id or altered token. */
const byToken: Record<string, (of: OwnedWorld) => string> = {
  '/avisos/[token]': ({ tokens }) => tokens.unsubscribe,
  '/c/[token]': ({ tokens }) => tokens.share,
  '/comprobante/[token]': ({ tokens }) => tokens.receipt,
  '/garantia/[token]': ({ tokens }) => tokens.issued,
  '/gestiona-tu-garantia/retomar/[token]': ({ tokens }) => tokens.resume,
  '/invitacion/[token]': ({ tokens }) => tokens.invitation,
  '/pagar/[token]': ({ tokens }) => tokens.request,
  '/recibido/[token]': ({ tokens }) => tokens.received,
};

/** Pages that name nothing of anybody, or have tests of their own below. */
const aside = [
  '/admin/leads/[id]/emision/[item]',
  '/dev/correo/[id]',
  '/gestiona-tu-garantia/[paso]',
  '/panel/documentos/[categoria]',
  '/panel/pagos/[orden]',
  // Anyone with a code may see the page, so this test does not cover it (code-pages.test.ts does).
  '/v/[code]',
];

test('every page with a parameter in its address is listed in this test', () => {
  const found = filesUnder('app')
    .filter((path) => path.endsWith('/page.tsx') && path.includes('['))
    .map((path) => path.slice('app'.length, -'/page.tsx'.length).replace(/\/\([^)]+\)/g, ''));
  const known = [...Object.keys(pages), ...Object.keys(byToken), ...aside];
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((path) => !known.includes(path))).toEqual([]);
});

describe.each(Object.entries(pages))('%s', (path, idOf) => {
  test('looks to everybody else like the page of an unknown id', async () => {
    const id = idOf(owned);
    const none = /^\d+$/.test(id) ? '987654' : id.replace(/.{4}$/, 'ZZZZ');
    for (const cookies of [owned.b, owned.natural, {}]) {
      const theirs = await see(path, id, cookies);
      expect(theirs.shown).toEqual((await see(path, none, cookies)).shown);
      for (const mark of owned.marks) expect(theirs.raw).not.toContain(mark);
    }
    if (path.startsWith('/admin')) return;
    const advisor = owned.admin.cookies;
    const theirs = await see(path, id, advisor);
    expect(theirs.shown).toEqual((await see(path, none, advisor)).shown);
  });
});

describe.each(Object.entries(byToken))('%s', (path, tokenOf) => {
  test('opens only with its own token', async () => {
    const token = tokenOf(owned);
    const cookies = owned.b;
    const { shown: none } = await see(path, 'x'.repeat(66), cookies);
    const [id = ''] = token.split('.');
    // A share link has two tokens, and its page opens by either.
    const alike = path === '/c/[token]' ? owned.tokens.code : token;
    const others = Object.values(owned.tokens).filter((each) => each !== token && each !== alike);
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    // A token without a signature is its own id.
    const ids = id === token ? [] : [id, `${id}.`];
    for (const wrong of [altered, ...ids, ...others]) {
      expect((await see(path, wrong, cookies)).shown).toEqual(none);
    }
    if (path.startsWith('/avisos')) return; // its page changes nothing, its form refuses
    expect((await see(path, token, cookies)).shown).not.toEqual(none);
  });
});

test('the address of a payment shows others how it ended, and nothing else of it', async () => {
  for (const cookies of [owned.b, owned.natural, {}, owned.admin.cookies]) {
    const { shown, raw } = await see('/panel/pagos/[orden]', owned.ids.payment, cookies);
    expect(shown.status).toBe(200);
    for (const mark of [...owned.marks, '12.500', owned.ids.paymentSession]) {
      expect(raw).not.toContain(mark);
    }
  }
  expect((await see('/panel/pagos/[orden]', owned.ids.payment, owned.a)).raw).toContain('12.500');
});

/** Returns the page for `cookies`, without what differs between requests. */
async function see(path: string, id: string, cookies: Record<string, string>) {
  const url = app.url + path.replace(/\[\w+\]/, encodeURIComponent(id));
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: cookie.join('; '), 'x-request-id': 'pedido-iguales' },
  });
  const raw = await response.text();
  // The id is removed before comparing, unless it is short and may occur by chance.
  const plain = (text: string) => (id.length > 9 ? text.replaceAll(id, '<id>') : text);
  const text = plain(raw.replace(/<script\b.*?<\/script>|<link\b[^>]*>| nonce="[^"]*"/gs, ''));
  const location = plain(response.headers.get('location') ?? '').replace(
    /\d+(?=$|%2F(?:borrar|correo)$)/,
    '<id>',
  );
  return { shown: { status: response.status, location, text }, raw };
}
