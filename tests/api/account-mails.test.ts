import { describe, expect, test } from 'vitest';
import { accountHandlers } from '#lib/domain/accounts/mail.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { findMailbox } from '#lib/platform/mail/open.ts';
import { codeFor, person } from '#tests/support/accounts.ts';
import { register } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const deliver = () => createWorker({ handlers: accountHandlers }).drain();
const subjects = async () => {
  const messages = (await findMailbox()?.listMessages({ limit: 10 })) ?? [];
  return messages.map(({ subject }) => subject);
};

describe('a code that waited for the mail provider', () => {
  test('is not sent once another has replaced it, and does not hold that one up', async () => {
    await register();
    const first = await codeFor(person.email);
    world.advance(61_000);
    await api('/api/auth/resend', { json: { email: person.email } });
    const second = await codeFor(person.email);
    await deliver();
    expect(first).not.toBe(second);
    expect(await subjects()).toEqual([`${second} es tu código de Resguardo`]);
  });

  test('stands in the text part as well as in the HTML', async () => {
    await register();
    const code = await codeFor(person.email);
    await deliver();
    const [head] = (await findMailbox()?.listMessages({ limit: 1 })) ?? [];
    const mail = await findMailbox()?.findMessage(head?.id ?? '');
    expect(mail?.text).toContain(`Código: ${code}`);
    expect(mail?.html).toContain(code);
  });

  test('is not sent after its ten minutes', async () => {
    await register();
    world.advance(10 * 60_000 + 1);
    await deliver();
    expect(await subjects()).toEqual([]);
  });
});
