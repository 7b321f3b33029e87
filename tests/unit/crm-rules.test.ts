import { expect, test } from 'vitest';
import { stateOfStage } from '#lib/domain/crm/rules.ts';

test.each([
  ['aprobada', {}, 'aprobada'],
  ['closedwon', { closedwon: 'emitida' }, 'emitida'],
  // A pipeline may use a state's name for another stage.
  ['aprobada', { aprobada: 'en_revision' }, 'en_revision'],
  ['closedlost', { closedwon: 'emitida' }, null],
  ['constructor', {}, null],
  ['', {}, null],
] as const)(
  'the CRM stage %j with the configuration %j is the state %j',
  (stage, configured, state) => {
    expect(stateOfStage(stage, configured)).toBe(state);
  },
);
