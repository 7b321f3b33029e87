import { describe, expect, test } from 'vitest';
import { leadKinds } from '#lib/domain/requests/leads/schema.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { leadStatuses, leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import {
  insertClosings,
  insertLead,
  insertLeads,
  leadOf,
  sendRequest,
} from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { START } from '#tests/support/world.ts';

const { world, ana, inbox, lead, rows: rowsOf, listed: idsOn } = adminAreaForTest();

describe('a row of the inbox', () => {
  test('shows applicant, guarantees, amount, closing, age, wait, advisor and status', async () => {
    const guarantee = { ...publicBody.garantias[0], montoGarantia: '1500000' };
    const { id } = await sendRequest({
      ...publicBody,
      garantias: [
        { ...guarantee, tipoGarantia: 'seriedad' },
        { ...guarantee, tipoGarantia: 'cumplimiento', montoGarantia: '250000.5' },
        { ...guarantee, tipoGarantia: 'cumplimiento', montoGarantia: '12', monedaGarantia: 'UF' },
      ],
    });
    await insertClosings({ [publicBody.idLicitacion]: START + DAY + HOUR });
    world.advance(3 * HOUR);
    expect(await rowsOf()).toEqual([
      [
        '',
        'N.º 1',
        'Ana MuñozConstructora Andes SpA',
        'Constructora Andes SpA',
        'Seriedad, Cumplimiento faltan docs.Falta: bases o contrato',
        '$ 1.750.000,50 + UF 12',
        'cierra mañana 13:00',
        'hace 3 h',
        'sin respuesta 3 h',
        'Sin asignar',
        'Por atender',
      ],
    ]);
    world.advance(2 * DAY);
    await getDb().write((tx) =>
      changeRequestState(tx, {
        leadId: id,
        to: 'aprobada',
        actor: 'crm',
        at: world.now(),
        now: world.now(),
      }),
    );
    await getDb().client.execute({ sql: 'update leads set assigned_to = ?', args: [ana.id] });
    const [row] = await rowsOf({ sort: 'newest' });
    expect(row?.slice(6)).toEqual(['cerró', 'hace 2 días', '', 'Tú', 'Aprobada']);
  });

  test('never cuts an amount: further amounts are counted, and listed in the title', async () => {
    const item = (montoGarantia: string, monedaGarantia: string) => ({
      ...{ ...publicBody.garantias[0], montoGarantia, monedaGarantia },
    });
    const garantias = [item('1000000000', 'pesos'), item('9500', 'UF'), item('120000', 'USD')];
    await sendRequest({ ...publicBody, garantias });
    expect((await rowsOf())[0]?.[5]).toBe('$ 1.000.000.000 y 2 más');
    expect(await inbox()).toMatch(/title="\$ 1\.000\.000\.000 \+ UF 9\.500 \+ [^"]*120\.000"/);
  });

  test('of a contact form shows how its message begins, as text, in place of amount and closing', async () => {
    const mensaje = `<b>Cierra</b>\nel viernes${' y'.repeat(200)}`;
    await insertLead({ answers: { mensaje } });
    const page = await inbox();
    const row = /<tr[^>]*><td.*?<\/tr>/s.exec(page)?.[0] ?? '';
    expect(row).toContain('colSpan="3"');
    expect(row).toContain('>&lt;b&gt;Cierra&lt;/b&gt;\nel viernes y');
    expect(row).not.toContain(' y'.repeat(100));
    expect(row.match(/<td/g)).toHaveLength(9);
  });

  test('of a contact form shows its kind; one of erased data cannot be ticked', async () => {
    await insertLead({ kind: 'asesor' });
    await insertLead({ name: '', email: 'x', erasedAt: START });
    const [erased, form] = await rowsOf({ sort: 'newest' });
    const email = 'ana@constructora.cl';
    expect(form?.slice(1, 6)).toEqual(['N.º 1', `Ana Muñoz${email}`, email, 'Asesoría', '']);
    expect(erased?.[2]).toContain('Datos borrados');
    expect(await inbox()).not.toContain('name="lead-2"');
  });
});

test('each of the nine views marks itself as the current one', async () => {
  const html = await inbox();
  const [views = ''] = /aria-label="Vistas".*?<\/nav>/s.exec(html) ?? [];
  const links = [...views.matchAll(/<li[^>]*><a href="\/admin\??([^"]*)"/g)].map(
    ([, query = '']) => query,
  );
  expect(links).toHaveLength(9);
  for (const query of links) {
    const page = await inbox(Object.fromEntries(new URLSearchParams(query)));
    const current = /href="\/admin\??([^"]*)" aria-current="page" class="[^"]*rounded-full/.exec(
      page,
    );
    expect(current?.[1], query).toBe(query);
  }
});

describe('the status of a lead', () => {
  const progress = async (id: number) => {
    const lead = await leadOf(id);
    return { ...lead, wait: lead.lastAct };
  };
  const states = () =>
    insertLeads(
      leadKinds.flatMap((kind, k) =>
        (kind === 'garantia' ? requestStates : (['recibida'] as const)).flatMap((state, s) =>
          [null, START].map((handledAt, h) => ({
            ...{ kind, state, handledAt, assignedTo: (k + s + h) % 2 ? ana.id : null },
            submissionId: kind === 'garantia' ? 10 * s + h + 1000 : null,
            lastAct: state === 'en_revision' ? ('offered' as const) : null,
          })),
        ),
      ),
    );

  test.each([...leadStatuses, 'abiertas'])(
    '%s as a filter lists exactly the leads with it, searched, mine or all',
    async (status) => {
      await states();
      const rows = await getDb().read.select().from(leads);
      const right = rows
        .filter((row) =>
          status === 'abiertas'
            ? ['por_atender', 'en_espera', 'en_revision', 'aprobada'].includes(
                leadStatusOf({ ...row, lastAct: row.lastAct }),
              )
            : leadStatusOf({ ...row, lastAct: row.lastAct }) === status,
        )
        .map(({ id }) => id)
        .reverse();
      expect(right.length).toBeGreaterThan(0);
      expect(await idsOn({ status })).toEqual(right);
      expect(await idsOn({ status, q: 'ana' })).toEqual(right);
      expect(await idsOn({ status, q: 'ana@constructora.cl' })).toEqual(right);
      const mine = rows.filter(({ assignedTo }) => assignedTo === ana.id).map(({ id }) => id);
      expect(await idsOn({ status, assigned: 'me' })).toEqual(
        right.filter((id) => mine.includes(id)),
      );
    },
  );

  test('is no longer "Por atender" once the CRM moved the request, and is again when it moves back', async () => {
    const { id } = await sendRequest(publicBody);
    const times = { at: START + 5, now: START + 9 };
    await getDb().write((tx) =>
      changeRequestState(tx, { leadId: id, to: 'recibida', actor: 'crm', ...times }),
    );
    expect(leadStatusOf(await progress(id))).toBe('por_atender');
    const move = {
      leadId: id,
      to: 'en_revision',
      actor: 'crm',
      at: START + 6,
      now: START + 9,
    } as const;
    await getDb().write((tx) => changeRequestState(tx, move));
    expect(await leadOf(id)).toMatchObject({ handledAt: START + 9 });
    expect(leadStatusOf(await progress(id))).toBe('en_revision');
    const back = { ...move, to: 'recibida', at: START + 7 } as const;
    await getDb().write((tx) => changeRequestState(tx, back));
    expect(leadStatusOf(await progress(id))).toBe('por_atender');
  });

  test('is read from addresses of earlier filters', () => {
    expect(parseInboxPage({ handled: 'no' })).toEqual({ status: 'por_atender' });
    expect(parseInboxPage({ state: 'emitida', handled: 'yes' })).toEqual({ status: 'emitida' });
    expect(parseInboxPage({ state: 'recibida' })).toEqual(parseInboxPage({}));
  });
});

test('a lead’s page says when its tender closes, and names each state as its tag does', async () => {
  const { id } = await sendRequest(publicBody);
  await insertClosings({ [publicBody.idLicitacion]: START + DAY + HOUR });
  const page = async () => (await lead(id)).replace(/<[^>]+>/g, '|');
  expect(await page()).toMatch(/4809-45-LE26[ |]+cierra [|]*mañana 13:00/);
  expect(await page()).toMatch(/Por atender\|+En revisión\|+Aprobada/);
  await getDb().client.execute(`update leads set handled_at = ${START}`);
  expect(await page()).toMatch(/Atendida\|+En revisión\|+Aprobada/);
});
