import { beforeEach, expect, test } from 'vitest';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { addDocument, createShare, sharesOf, visitShare } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
});

const share = async (json: object) => (await createShare(ana, json)).json();

/** Posts the form and returns the page that a refusal leads back to, or null. */
async function send(fields: Record<string, string>) {
  const { fileId } = await addDocument(ana.id);
  const form = { [`doc-${fileId}`]: 'si', expiresInHours: '72', ...fields };
  const { cookies } = ana;
  const response = await postForm('/panel/documentos/compartir/crear', { form, cookies });
  browseAs({ ...cookies, ...cookiesOf(response) });
  const { searchParams } = new URL(response.headers.get('location') ?? '', 'http://x');
  const query = Object.fromEntries(searchParams);
  return query.error ? renderPage(SharePage, {}, query) : null;
}

test('a last day that no link may have is named in its refusal, and a real one counts whole', async () => {
  expect(textOf((await send({ hasta: '01-01-2020' })) ?? '')).toMatch(
    /En “O hasta el día”, escribe una fecha de los próximos 30 días, como \d\d-\d\d-2026\./,
  );
  expect(textOf((await send({ hasta: '31-02-2027' })) ?? '')).toContain(
    'El 31-02-2027 no existe. En “O hasta el día”, escribe',
  );
  const both = textOf((await send({ hasta: '31-02-2027', password: '123' })) ?? '');
  expect(both).toContain('Usa al menos 8 caracteres.');
  const day = addDays(isoDay(now()), 5);
  expect(await send({ hasta: formatDate(day) })).toBeNull();
  const [{ expiresAt }] = await sharesOf(ana);
  expect(Date.parse(expiresAt)).toBe(endOfDay(day));
});

test('the list of a link is headed by who shares it, and says how much one ZIP weighs', async () => {
  const files = await Promise.all([1, 2].map(() => addDocument(ana.id, { size: 1_050_000 })));
  const documentKeys = files.map(({ fileId }) => fileId);
  const { shortUrl } = await share({ documentKeys });
  const html = await (await visitShare(shortUrl.split('/').at(-1) ?? '')).text();
  expect(html).toMatch(/<h1[^>]*>Ana/);
  expect(textOf(html)).not.toContain('Documentos compartidos');
  expect(textOf(html)).toMatch(/Todo en un PDF.*Todo en un ZIP \(2,\d MB\)/);
  const named = await share({ documentKeys, label: 'Licitación 12' });
  const other = await (await visitShare(named.shortUrl.split('/').at(-1) ?? '')).text();
  expect(other).toMatch(/<h1[^>]*>Licitación 12/);
});
