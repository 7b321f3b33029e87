import { describe, expect, test } from 'vitest';
import { findNotice } from '#app/_lib/page-query.ts';
import { stateOfStage } from '#lib/domain/crm/rules.ts';
import { errorMessageOf } from '#lib/http/api/messages.ts';

/** Only own properties count: `constructor` is no key of a table that callers index. */
describe.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the object property %s',
  (name) => {
    test('is no state of a request', () => {
      expect(stateOfStage(name, { uno: 'aprobada' })).toBeNull();
      expect(stateOfStage('uno', { uno: 'aprobada' })).toBe('aprobada');
      expect(stateOfStage('emitida', {})).toBe('emitida');
    });

    test('is no error code', () => {
      expect(errorMessageOf(name)).toBeNull();
      expect(errorMessageOf('not_found')).toMatch(/\.$/);
    });

    test('is no notice of a page', () => {
      expect(findNotice({ envio: 'Está en camino.' }, { aviso: name })).toBeUndefined();
      expect(findNotice({ envio: 'Está en camino.' }, { aviso: 'envio' })).toBe('Está en camino.');
      expect(findNotice({}, {})).toBeUndefined();
    });
  },
);
