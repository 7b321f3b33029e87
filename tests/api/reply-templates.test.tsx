import { expect, test } from 'vitest';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';

const { lead, post } = adminAreaForTest();

test('is empty at the address of a template that was sent, and the link of a chosen one is another address', async () => {
  const { id } = await sendRequest(publicBody);
  const plantilla = 'llamada';
  const linkIn = (page: string) =>
    Object.fromEntries(
      new URLSearchParams(/\?(plantilla=llamada[^#"]*)#/.exec(page)?.[1]?.replaceAll('&amp;', '&')),
    );
  const query = linkIn(await lead(id));
  const filled = await lead(id, query);
  expect(filled).toContain('Hola, Ana.');
  expect(linkIn(filled)).toEqual({ ...query, otra: '1' });
  expect(linkIn(await lead(id, { ...query, otra: '1' }))).toEqual(query);
  const reply = { asunto: 'Hola', respuesta: 'Te llamo mañana.', clave: 'una' };
  expect((await post(`leads/${id}/responder`, reply)).headers.get('location')).toContain('aviso=');
  const back = await lead(id, query);
  expect(back).not.toContain('Hola, Ana.');
  expect(textOf(back)).toContain('Le respondiste ahora: no pusimos la plantilla otra vez.');
  expect(linkIn(back).tras).not.toBe(query.tras);
  expect(await lead(id, { plantilla })).toContain('Hola, Ana.');
});

test('offers the templates that suit the contract, and a message none about documents', async () => {
  const linksOf = async (id: number) =>
    [...(await lead(id)).matchAll(/plantilla=([a-z-]+)/g)].map(([, name]) => name);
  const { id } = await sendRequest(publicBody);
  const isPublic = await linksOf(id);
  expect(isPublic).toEqual(expect.arrayContaining(['faltan-bases', 'desierta']));
  expect(isPublic).not.toContain('falta-contrato');
  const isPrivate = await linksOf((await sendRequest(privateBody)).id);
  expect(isPrivate).toContain('falta-contrato');
  expect(isPrivate).not.toContain('faltan-bases');
  expect(isPrivate).not.toContain('desierta');
  expect(await linksOf(await insertLead())).toEqual(['llamada']);
});
