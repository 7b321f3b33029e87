import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { forms, type PageForm } from '#tests/support/forms.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { filledPath } from '#tests/support/routes.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

const isSecretName = (name: string) =>
  /^(password|contrasena|current|pin|(mail)?code|codigo|clave|token|secret|credential)$/i.test(
    name,
  );

/** These forms are read field by field, so no schema names what they send. */
const unnamed = ['/panel/documentos/compartir/crear', '/panel/documentos/enlaces/{id}/guardar'];

const secretsOf = ({ order, path }: PageForm) =>
  unnamed.includes(path) ? ['password'] : order.filter(isSecretName);

const withSecrets = forms.filter((form) => secretsOf(form).length > 0);

test('every form field named like a password, code or token is marked as secret', () => {
  const unmarked = forms.flatMap(({ path, keep }) =>
    keep.filter(isSecretName).map((name) => `${path}: ${name}`),
  );
  expect(unmarked).toEqual([]);
  expect(withSecrets.length).toBeGreaterThan(15);
});

test('errors are listed in the order of the form, including those of a rule about several fields', async () => {
  const role = 'juridica';
  const refused = await postForm('/register/crear', { form: { role, email: 'ana@andes.cl' } });
  const { fields = {} } = valuesKeptAfterRefusal(refused) ?? {};
  expect(Object.keys(fields)).toEqual(['razonSocial', 'rut', 'password', 'acepto']);
});

test.each(withSecrets.map((form) => [form.path, form] as const))(
  'a refusal of %s brings back what was typed except secrets',
  async (path, form) => {
    const secrets = secretsOf(form);
    const sent = [...form.order, ...form.keep].map((name) => [name, `visible-${name}`]);
    const typed = Object.fromEntries([
      ...sent,
      ...secrets.map((name) => [name, `oculto-${name}-9371`]),
    ]);
    const people = [undefined, await makeUser(), await makeAdvisor()];
    const codes = [];
    for (const person of people) {
      const cookies = person?.cookies ?? {};
      const response = await postForm(filledPath(path), { form: typed, cookies });
      const code = /\berror=(\w+)/.exec(decodeURIComponent(redirectOf(response)))?.[1];
      codes.push(code);
      const flash = valuesKeptAfterRefusal(response);
      expect(JSON.stringify(flash)).not.toContain('oculto');
      if (code !== 'forbidden') expect(flash?.values).toHaveProperty('next', 'visible-next');
    }
    expect(codes).not.toContain(undefined);
  },
);
