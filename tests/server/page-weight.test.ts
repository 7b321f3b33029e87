import { beforeAll, describe, expect, test } from 'vitest';
import { freshPaths, keptPaths } from '#lib/http/server/scriptless-pages.ts';
import packageJson from '#package.json' with { type: 'json' };
import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { personBody } from '#tests/support/accounts.ts';
import { type AppProcess, sharedApp } from '#tests/support/app-process.ts';
import { insertAccount, insertFactors, openDatabaseOf } from '#tests/support/app-session.ts';
import { weighPage } from '#tests/support/page-weight.ts';
import { samples } from '#tests/support/sample-files.ts';

/**
 * The emptiest app of this version of Next loads this, as `npm run bench -- pages` measures it: a
 * build here took 15 s of processor.
 */
const BARE = { version: '16.4.5', scripts: 135_353 };
/**
 * Bytes that each page with a form may load beyond Next itself. All load 3 kB for the page that
 * reports a failure, and 1 kB for the list of refused fields, which a corrected one leaves. A form
 * notices a lost connection, and one about a message keeps its text and takes files. Login adds
 * passkeys and a look at the password. The wizard adds checks as one types, and loads uploads and look-ups with their
 * step.
 */
const pages = [
  ['/contacto', 8_600],
  ['/asesor', 8_600],
  ['/experto', 6_800],
  ['/login', 10_100],
  ['/gestiona-tu-garantia/tipo', 16_450],
] as const;
const MAX_STYLES = 11_300;
/**
 * Bytes of an advisor's page, which is open all day: keys, the palette in groups, kept text. A
 * rename alone moves the gzipped size by some 20 bytes, so the limit leaves 1 % above the build.
 */
const MAX_ADMIN = 20_700;
/** Gzipped bytes, with its style. */
const MAX_PUBLIC = 18_800;

describe('the weight of a page', () => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test('is compared with the installed version of Next', () => {
    expect(packageJson.dependencies.next).toBe(BARE.version);
  });

  test.each(pages)('%s loads little more script than Next itself', async (path, most) => {
    const ours = await weighPage(app.url + path);
    expect(ours.scripts).toBeGreaterThanOrEqual(BARE.scripts);
    expect(ours.scripts - BARE.scripts).toBeLessThanOrEqual(most);
    expect(ours.styles).toBeGreaterThan(1000);
    expect(ours.styles).toBeLessThanOrEqual(MAX_STYLES);
  });

  test.each(keptPaths)(
    '%s loads no script or style file, and its HTML stays below a limit',
    async (path) => {
      const { scripts, styles, html } = await weighPage(app.url + path);
      expect({ scripts, styles }).toEqual({ scripts: 0, styles: 0 });
      expect(html).toBeLessThanOrEqual(MAX_PUBLIC);
    },
  );

  test.each(freshPaths)('%s loads no script or style file', async (path) => {
    const { scripts, styles } = await weighPage(app.url + path);
    expect({ scripts, styles }).toEqual({ scripts: 0, styles: 0 });
  });

  test('the scripts of advisors’ pages stay below their limit', async () => {
    const [db, email] = [openDatabaseOf(app), 'peso@resguardo.cl'];
    await insertAccount(db, { email, role: 'admin' }, 'sesion-de-quien-pesa');
    await insertFactors(db, email);
    const { rows } =
      await db.execute(`insert into leads (kind, name, email, answers, consent_version, consent_address,
      request_id, created_at) values ('contacto', 'Ana', 'a@obras.cl', '{}', '1', '::1', 'r', 1) returning id`);
    db.close();
    const lead = `/admin/leads/${rows[0]?.id}`;
    for (const path of ['/admin', lead, '/admin/garantias', '/admin/pagos']) {
      const ours = await weighPage(app.url + path, 'service_session=sesion-de-quien-pesa');
      expect(ours.scripts - BARE.scripts, path).toBeLessThanOrEqual(MAX_ADMIN);
      expect(ours.styles).toBeLessThanOrEqual(MAX_STYLES);
    }
  });

  test('of a share link: its page loads pdf.js only later', async () => {
    const cookie = await registerLiveAccount(app, {
      ...personBody,
      email: 'enlace@constructora.cl',
    });
    const body = new FormData();
    body.append('category', 'contrato');
    body.append('file', new File([samples.pdf], 'contrato.pdf', { type: 'application/pdf' }));
    const send = async (path: string, init: RequestInit) =>
      (await fetch(app.url + path, { method: 'POST', ...init })).json();
    const { data } = await send('/api/documents/upload', { headers: { cookie }, body });
    const { shortUrl } = await send('/api/documents/share', {
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ documentKey: data.fileId }),
    });
    const ours = await weighPage(app.url + new URL(shortUrl).pathname);
    expect(ours.scripts - BARE.scripts).toBeLessThanOrEqual(11_500);
    expect(ours.styles).toBeLessThanOrEqual(MAX_STYLES);
  });

  test('of the vault: its pages load little more than the upload', async () => {
    const cookie = await registerLiveAccount(app, personBody);
    for (const path of ['/panel/documentos', '/panel/documentos/formulario_29']) {
      const ours = await weighPage(app.url + path, cookie);
      expect(ours.scripts - BARE.scripts).toBeLessThanOrEqual(15_300);
      expect(ours.styles).toBeLessThanOrEqual(MAX_STYLES);
    }
  });
});
