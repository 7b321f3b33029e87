import { describe, expect, test, vi } from 'vitest';
import { toRefusal } from '#lib/http/api/reply.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { createWorld } from '#tests/support/world.ts';

describe('AppError', () => {
  test('is known by its shape: bundles have copies of the class', async () => {
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
