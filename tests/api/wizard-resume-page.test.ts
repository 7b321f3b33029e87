import { expect, test } from 'vitest';
import { generateMetadata } from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { signedToken } from '#lib/platform/secrets.ts';
import { askAs } from '#tests/support/page-request.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { publicAnswers, type Visitor, visitor, WIZARD } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const titleFor = (who: Visitor) => {
  askAs(who.cookies);
  return generateMetadata({
    params: Promise.resolve({ paso: 'contacto' }),
    searchParams: Promise.resolve({ aviso: 'revisa' }),
  });
};

test('a page that was refused is resumed without its errors, nor their title', async () => {
  const who = visitor();
  await who.save('tipo', publicAnswers.tipo ?? {});
  await who.save('contacto', { ...publicAnswers.contacto, telefonoSolicitante: '' });
  expect(await titleFor(who)).toEqual({ title: 'Error: ¿Con quién hablamos?' });
  const mailed = async (from: Visitor, email: string) => {
    await from.mailLink(email);
    const { linkId } = JSON.parse((await queuedDeliveries()).at(-1)?.payload ?? '{}');
    return signedToken('resume', linkId);
  };
  const phone = visitor();
  expect(await phone.resume(await mailed(who, 'ana@constructora.cl'))).toBe(`${WIZARD}/contacto`);
  expect(await titleFor(phone)).toEqual({ title: '¿Con quién hablamos?' });
  expect(JSON.stringify(await phone.draft())).toContain('Ana Muñoz');
  // Where the link went to another address than was typed, nothing of it is shown.
  const victim = visitor();
  const token = await mailed(phone, 'victima@constructora.cl');
  expect(await victim.resume(token)).toBe(`${WIZARD}/contacto?aviso=revisa`);
  expect(JSON.stringify(await victim.draft())).not.toContain('Ana Muñoz');
});
