import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePolling } from '#components/admin/commands/use-polling.ts';
import { useSearchResults } from '#components/admin/commands/use-search-results.ts';
import { SupplierField } from '#components/wizard/looked-up-fields.tsx';
import { type LookUpReply, useLookUp } from '#components/wizard/use-look-up.ts';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, text, type } = browserWindowForTest();
let requestedUrls: string[];
let answer: (url: string) => Response | Promise<Response>;
beforeEach(() => {
  vi.useFakeTimers();
  requestedUrls = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    return answer(url);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('polling requests at once and every four seconds, and stops when the answer is 404', async () => {
  const got: unknown[] = [];
  function Watch() {
    usePolling(
      () => `/news/${got.length}`,
      (data) => got.push(data),
    );
    return null;
  }
  answer = () => Response.json({ data: 'new' });
  await draw(<Watch />);
  await pass(0);
  await pass(3999);
  expect([requestedUrls, got]).toEqual([['/news/0'], ['new']]);
  answer = () => new Response(null, { status: 204 });
  await pass(1);
  expect([requestedUrls.at(-1), got]).toEqual(['/news/1', ['new', undefined]]);
  answer = () => new Response(null, { status: 404 });
  await pass(4000);
  await pass(20_000);
  expect([requestedUrls.length, got.length]).toEqual([3, 2]);
});

test('polling stops after an hour without input, and continues after the next key', async () => {
  function Watch() {
    usePolling(
      () => '/news',
      () => undefined,
    );
    return null;
  }
  answer = () => new Response(null, { status: 304 });
  await draw(<Watch />);
  await pass(4000 * 1000);
  expect(requestedUrls).toHaveLength(900);
  await fire('KeyboardEvent', 'keydown', { key: 'x' });
  await pass(4000);
  expect(requestedUrls).toHaveLength(901);
  await draw(null);
  await pass(8000);
  expect(requestedUrls).toHaveLength(901);
});

test('a search waits for a pause in typing, lists what it found, and still works if one list fails', async () => {
  function Results({ of }: { of: string }) {
    const results = useSearchResults(of);
    return (
      results?.map(({ label, hint, href }) => (
        <p key={href}>{`${label}${hint ? ` (${hint})` : ''} → ${href} `}</p>
      )) ?? 'espera'
    );
  }
  const lead = { id: 7, name: 'Ana', email: 'a@x.cl', company: 'Andes', submissionId: 12 };
  answer = (url) => {
    if (url.includes('/leads')) return Response.json({ data: { leads: [lead] } });
    if (url.includes('/accounts')) throw new Error('offline');
    const issued = {
      ...{ id: 'g1', number: 3, issuerName: 'HDI', issuerNumber: 'PZ-ana/8', holderName: 'Sur' },
      ...{ beneficiaryName: 'MOP', holderRut: null, beneficiaryRut: null, tenderId: null },
      validTo: '2027-01-31',
    };
    if (url.includes('/guarantees')) return Response.json({ data: [issued] });
    const paid = { buyOrder: 'RG-1', amount: 45_000, email: null, description: 'Comisión' };
    return Response.json({ data: [paid] });
  };
  await draw(<Results of="an" />);
  await pass(199);
  await draw(<Results of="ana" />);
  await pass(199);
  expect([requestedUrls, text()]).toEqual([[], 'espera']);
  await pass(1);
  expect(requestedUrls.map((url) => url.split('=')[1])).toEqual(['ana', 'ana', 'ana', 'ana']);
  expect(text()).toBe(
    'Ana · Andes · Solicitud N.º 12 → /admin/leads/7 ' +
      'Garantía N.º 3 · Sur · HDI (Póliza: PZ-ana/8) → /admin/garantias/g1 ' +
      'Pago · $ 45.000 · Comisión · RG-1 → /admin/pagos/RG-1 ',
  );
  await draw(<Results of="a" />);
  expect(text()).toBe('espera');
  await pass(200);
  expect([requestedUrls.length, text()]).toEqual([4, '']);
});

test('a look-up waits for a pause in typing and for a whole text, and shows what it found', async () => {
  const urlOf = (typed: string) => (typed.length > 3 ? `/api/${typed}` : null);
  const read = ({ data }: LookUpReply) => data?.nombre ?? null;
  function Field() {
    const { found, isLooking, field } = useLookUp({ urlOf, read });
    return (
      <form>
        <input name="id" {...field} />
        <p>{isLooking ? 'busca' : (found ?? 'nada')}</p>
      </form>
    );
  }
  answer = () => Response.json({ data: { nombre: 'Puente' } });
  await draw(<Field />);
  await type('input', '480');
  await pass(1000);
  expect([requestedUrls, text()]).toEqual([[], 'nada']);
  await type('input', '4809');
  await pass(249);
  await type('input', ' 4809-45 ');
  await pass(249);
  expect([requestedUrls, text()]).toEqual([[], 'busca']);
  await pass(1);
  expect([requestedUrls, text()]).toEqual([['/api/4809-45'], 'Puente']);
});

test('a late answer about an earlier text does not replace the newer one', async () => {
  const replies: (() => void)[] = [];
  const urlOf = (typed: string) => `/api/${typed}`;
  const read = ({ data }: LookUpReply) => data?.nombre ?? null;
  function Field() {
    const { found, field } = useLookUp({ urlOf, read });
    return (
      <form>
        <input name="id" {...field} />
        <p>{found}</p>
      </form>
    );
  }
  answer = (url) =>
    new Promise((resolve) => {
      replies.push(() => resolve(Response.json({ data: { nombre: url } })));
    });
  await draw(<Field />);
  for (const typed of ['uno', 'dos']) {
    await type('input', typed);
    await pass(250);
  }
  for (const reply of replies.toReversed()) {
    reply();
    await pass(0);
    expect(text()).toBe('/api/dos');
  }
});

test('an accepted name is not offered again after it was changed, but the name of another RUT is', async () => {
  const names: Record<string, string> = { '76123456': 'Andes SpA', '77987654': 'Norte Ltda.' };
  answer = (url) => {
    const [, nombre = ''] = Object.entries(names).find(([rut]) => url.includes(rut)) ?? [];
    return Response.json({ data: { proveedores: [{ nombre }] } });
  };
  await draw(
    <form>
      <input name="nombreEmpresaOferente" />
      <SupplierField name="rutEmpresaOferente" label="RUT" />
    </form>,
  );
  const [rut, name] = ['[name=rutEmpresaOferente]', '[name=nombreEmpresaOferente]'];
  await type(rut, '76123456-0');
  await pass(250);
  expect(text()).toContain('ese RUT es de Andes SpA.');
  await fire('MouseEvent', 'click', { on: find('button') });
  expect(find(name)?.value).toBe('Andes SpA');
  await type(name, 'Andes SpA, Talca');
  expect(text()).not.toContain('Andes SpA.');
  await type(rut, '77987654-3');
  await pass(250);
  expect(text()).toContain('ese RUT es de Norte Ltda.');
});
