import { describe, expect, test, vi } from 'vitest';
import { errorMessageOf, limitedMessage } from '#lib/http/api/messages.ts';
import { toRefusal } from '#lib/http/api/reply.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { createWorld } from '#tests/support/world.ts';

describe('AppError', () => {
  test('of another copy of its module is still recognised', async () => {
    const world = createWorld();
    vi.resetModules();
    const copy = await import('#lib/platform/operations/errors.ts');
    const thrown = new copy.AppError('unavailable');
    expect(copy.AppError).not.toBe(AppError);
    expect(thrown instanceof AppError).toBe(true);
    expect(toRefusal(thrown, 'a-request-id')).toMatchObject({ code: 'unavailable', status: 503 });
    expect(new Error('AppError') instanceof AppError).toBe(false);
    await world.close();
  });
});

test.each([
  [1, 'Espera un minuto y prueba otra vez'],
  [60, 'Espera un minuto y prueba otra vez'],
  [61, 'Espera unos 2 minutos y prueba otra vez'],
  [45 * 60, 'Espera unos 45 minutos y prueba otra vez'],
  [45 * 60 + 1, 'Espera una hora y prueba otra vez'],
  [3600, 'Espera una hora y prueba otra vez'],
  [3601, 'Espera unas 2 horas y prueba otra vez'],
  [12 * 3600, 'Espera unas 12 horas y prueba otra vez'],
  [12 * 3600 + 1, 'Prueba otra vez mañana'],
])('a refusal by a limit for %i more seconds says: %s', (seconds, text) => {
  expect(limitedMessage(seconds)).toBe(`Hubo muchos intentos seguidos. ${text}.`);
});

test('an unknown error code in a page’s address has no message', () => {
  for (const code of ['toString', 'constructor', '__proto__', '', undefined, ['internal']]) {
    expect(errorMessageOf(code)).toBeNull();
  }
  expect(errorMessageOf('internal')).toContain('Algo falló');
});
