import { expect, test } from 'vitest';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { insertLeads } from '#tests/support/leads.ts';

const admin = adminAreaForTest();

/** Returns the addresses that the page's "Ver la siguiente" leads to. */
const nextLinks = (page: string) =>
  [...page.matchAll(/href="([^"]+)"[^>]*>(?:<[^>]+>)*Ver la siguiente/g)].map(([, href]) => href);

test.each(['nota', 'respuesta', 'atendida', 'asignada', 'pedido', 'anulado'])(
  'after the act %s an advisor goes on to the next lead of the inbox, not back to the previous one',
  async (aviso) => {
    const hour = 3_600_000;
    const ids = await insertLeads(
      [3, 2, 1].map((hours) => ({ createdAt: admin.world.now() - hours * hour })),
    );
    const shown = await admin.listed({});
    expect([...shown].sort()).toEqual([...ids].sort());
    const [first = 0, middle = 0, last = 0] = shown;
    const links = nextLinks(await admin.lead(middle, { aviso }));
    expect(links, aviso).toEqual([`/admin/leads/${last}`]);
    expect(nextLinks(await admin.lead(first, { aviso }))).toEqual([`/admin/leads/${middle}`]);
    expect(nextLinks(await admin.lead(last, { aviso }))).toEqual([]);
  },
);
