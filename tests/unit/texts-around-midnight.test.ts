import { describe, expect, test } from 'vitest';
import { soonText } from '#lib/domain/documents/view.ts';
import { closingSoonText, closingText } from '#lib/domain/marketplace/view.ts';
import { attemptStartText } from '#lib/domain/payments/view.ts';
import { awayText } from '#lib/domain/requests/leads/view.ts';
import { closingMark, pendingCallMark } from '#lib/domain/requests/team/view.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';

const at = (day: number, time: string) => instantInChile(`2026-11-${day}T${time}`) ?? 0;

/**
 * Half an hour lies between the two nights, so a text that counts hours instead of days of Chile's
 * calendar says the same on both.
 */
const beforeMidnight = at(19, '23:45:00');
const afterMidnight = at(20, '00:15:00');
const closesAt = at(20, '09:30:00');
const lead = {
  preferred: 'Con una llamada el 20-11-2026 a las 10:00',
  createdAt: at(18, '12:00:00'),
};

const texts: Record<string, [(now: number) => unknown, string, string]> = {
  'the closing of a tender': [
    (now) => closingText(closesAt, now),
    'Abierta · cierra mañana 09:30',
    'Abierta · cierra hoy 09:30',
  ],
  'the closing of a tender of two days later': [
    (now) => closingText(at(21, '23:30:00'), now),
    'Abierta · cierra en 2 días',
    'Abierta · cierra mañana 23:30',
  ],
  'the closing in the subject of a mail': [
    (now) => closingSoonText(closesAt, now),
    'cierra mañana 09:30',
    'cierra hoy 09:30',
  ],
  'the closing in the inbox': [
    (now) => closingMark(closesAt, now).text,
    'mañana 09:30',
    'hoy 09:30',
  ],
  'a promised call in the inbox': [
    (now) => pendingCallMark(lead, now)?.text,
    'Llamar mañana 10:00',
    'Llamar hoy 10:00',
  ],
  'the end of a document': [
    (now) => soonText({ expiresAt: endOfDay('2026-11-20') }, now),
    'vence mañana',
    'vence hoy',
  ],
  'the time at which the team is back': [
    (now) => awayText({ answerHours: 4 }, { now, isPage: true }),
    'Ahora no atendemos: volvemos el viernes 20-11-2026, 09:00.',
    'Ahora no atendemos: volvemos hoy a las 09:00.',
  ],
  'the start of an attempt to pay': [
    (now) => attemptStartText({ at: at(19, '23:40:00') }, now),
    'desde las 23:40',
    'desde el 19-11-2026, 23:40',
  ],
};

describe.each(Object.entries(texts))('the text about %s', (_, [textAt, before, after]) => {
  test('changes at midnight in Chile, although only half an hour passed', () => {
    expect([textAt(beforeMidnight), textAt(afterMidnight)]).toEqual([before, after]);
  });
});
