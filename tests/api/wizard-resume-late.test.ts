import { gt } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { generateMetadata } from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { browseAs } from '#tests/support/page-request.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import {
  newVisitor,
  publicAnswers,
  resumeTokenFor,
  startedVisitor,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

test('no link is mailed to a browser that loses the draft while its request for the link is handled', async () => {
  const mails = async () => (await queuedDeliveries()).map(({ payload }) => payload);
  const planter = await startedVisitor();
  const token = await resumeTokenFor(planter, 'victima@constructora.cl');
  const victim = newVisitor();
  const { write } = getDb();
  // Everything that the planter's request reads before its write is older than the press.
  const held = vi.spyOn(getDb(), 'write').mockImplementationOnce(async (work) => {
    await victim.resume(token);
    return write(work);
  });
  expect(await planter.mailLink('malo@mal.example')).toBe(WIZARD);
  held.mockRestore();
  expect((await mails()).map(({ email }) => email)).toEqual(['victima@constructora.cl']);
  const open = await getDb().read.select().from(links).where(gt(links.endsAt, world.now()));
  expect(open).toEqual([]);
  expect(await victim.draft()).not.toBeNull();
});

const titleFor = (who: Visitor) => {
  browseAs(who.cookies);
  return generateMetadata({
    params: Promise.resolve({ paso: 'contacto' }),
    searchParams: Promise.resolve({ ...who.query(), aviso: 'revisa' }),
  });
};

test('a refused page is resumed on another device without its errors and their title', async () => {
  const who = await startedVisitor();
  await who.save('contacto', { ...publicAnswers.contacto, telefonoSolicitante: '' });
  expect(await titleFor(who)).toEqual({ title: 'Error: ¿Con quién hablamos?' });
  const phone = newVisitor();
  expect(await phone.resume(await resumeTokenFor(who))).toBe(`${WIZARD}/contacto`);
  expect(await titleFor(phone)).toEqual({ title: '¿Con quién hablamos?' });
  expect(JSON.stringify(await phone.draft())).toContain('Ana Muñoz');
  // A link that went to another address than the typed one shows nothing of the draft.
  const victim = newVisitor();
  const token = await resumeTokenFor(phone, 'victima@constructora.cl');
  expect(await victim.resume(token)).toBe(`${WIZARD}/contacto?aviso=revisa`);
  expect(JSON.stringify(await victim.draft())).not.toContain('Ana Muñoz');
});

test('the browser that lost a draft to another device is told so, also beside another draft', async () => {
  const who = await startedVisitor();
  const lost = (await who.draft())?.id ?? '';
  await newVisitor().resume(await resumeTokenFor(who));
  const words = 'Tu solicitud sigue en otro dispositivo';
  who.open();
  expect(await stepPage(who, 'tipo')).toContain(words);
  await who.save('tipo', publicAnswers.tipo ?? {});
  expect(await stepPage(who, 'contacto')).not.toContain(words);
  await expect(stepPage(who, 'contacto', { borrador: lost })).rejects.toThrow(
    expect.objectContaining({ digest: expect.stringContaining(`/tipo?borrador=${lost};`) }),
  );
  const page = await stepPage(who, 'tipo', { borrador: lost });
  expect(page).toContain(words);
  expect(page).toContain('guardar?vista=');
});
