import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import {
  CORRECT_EMAIL,
  correctionForTest,
  emailSavePath,
  refusalText,
  WRONG_EMAIL,
} from '#tests/support/email-correction.ts';
import { eventsOf, leadOf } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { redirectOf } from '#tests/support/post-form.ts';

const { admin, first, second, correct, corrected, mailsTo, page } = correctionForTest();

describe('an advisor’s correction of an applicant’s e-mail address', () => {
  test('is refused once for a doubtful domain, and for an empty confirmation or a malformed address', async () => {
    const typed = { correo: 'rosa@gmial.com' };
    expect(await refusalText(correct(typed))).toContain('¿Quisiste decir rosa@gmail.com?');
    expect(await refusalText(correct({ motivo: ' ' }))).toContain('Escribe cómo lo confirmaste.');
    expect(await refusalText(correct({ correo: 'rosa' }))).toContain('Revisa el correo');
    expect(await leadOf(first().id)).toMatchObject({ email: WRONG_EMAIL });
    await corrected({ ...typed, visto: typed.correo });
  });

  test('is refused for the address that the request already has and for an address of the team', async () => {
    expect(await refusalText(correct({ correo: WRONG_EMAIL.toUpperCase() }))).toContain(
      'Ese ya es su correo.',
    );
    for (const correo of [admin.ana.email, 'Equipo@resguardo.cl'])
      expect(await refusalText(correct({ correo }))).toContain('Ese correo es del equipo.');
    expect((await eventsOf(first().id)).map(({ kind }) => kind)).not.toContain('email');
  });

  test('is refused when a company or a person with an account sent the request', async () => {
    await getDb().client.execute({
      sql: 'update leads set company_id = ? where id = ?',
      args: ['c'.repeat(22), first().id],
    });
    expect(await refusalText(correct())).toContain('Esto lo envió una empresa con cuenta.');
    expect(textOf(await page())).toContain('en su cuenta, en Perfil.');
    expect(await page()).not.toContain(emailSavePath(first().id));
    await makeAccount({ email: WRONG_EMAIL });
    expect(await refusalText(correct({}, second().id))).toContain('Esto es de alguien con cuenta.');
    expect(textOf(await page(second().id))).toContain('Esto es de alguien con cuenta.');
    expect(await leadOf(second().id)).toMatchObject({ email: WRONG_EMAIL });
  });

  test('is refused when the data was erased or the lead does not exist', async () => {
    await admin.post('borrar/confirmar', first().id, { confirmation: WRONG_EMAIL });
    expect(await refusalText(correct())).toContain('Los datos de esta persona se borraron.');
    await expect(page()).rejects.toThrow('NEXT_REDIRECT');
    expect(redirectOf(await correct({}, 999_999))).toContain('error');
  });

  test('is made once: a repetition changes nothing, and another correction is told who made the first', async () => {
    const beto = await makeAdvisor('beto@resguardo.cl');
    await corrected();
    await corrected();
    const other = 'rosa@otra.cl';
    for (const correo of [other, CORRECT_EMAIL]) {
      const words = await refusalText(correct({ correo }, first().id, beto.cookies));
      expect(words).toContain(
        `ana@resguardo.cl ya lo corrigió hace un momento: ahora es ${CORRECT_EMAIL}.`,
      );
    }
    expect(await refusalText(correct({ correo: other }))).toContain(
      'Desde otra ventana, tu cuenta',
    );
    const kinds = (await eventsOf(first().id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'email')).toHaveLength(1);
    await admin.deliver();
    expect(mailsTo(CORRECT_EMAIL)).toHaveLength(1);
    const both = await Promise.all(
      [admin.ana, beto].map(({ cookies }) =>
        correct({ correo: `${cookies === beto.cookies}@x.cl` }, second().id, cookies),
      ),
    );
    expect(both.filter((response) => redirectOf(response).includes('aviso=correo'))).toHaveLength(
      1,
    );
  });
});
