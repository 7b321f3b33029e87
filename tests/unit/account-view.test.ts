import { describe, expect, test } from 'vitest';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { secondsToWait, verifyPath } from '#lib/domain/accounts/view.ts';

describe('the name of a device', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
  test.each([
    ['Chrome en Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
    ['Edge en Windows', `Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36 Edg/141.0`],
    ['Opera en Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} OPR/120.0`],
    [
      'Chrome en Android',
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`,
    ],
    ['Samsung Internet en Android', `Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28 ${chrome}`],
    ['Chrome en ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
    ['Firefox en Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
    [
      'Safari en iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome en iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/141.0 Mobile Safari/604.1',
    ],
    ['Dispositivo desconocido', 'curl/8.14.1'],
    ['Dispositivo desconocido', ''],
  ])('is %s', (name, agent) => expect(deviceOf(agent)).toBe(name));
});

describe('the wait for another code', () => {
  const sentAt = Date.UTC(2026, 10, 20, 15);

  test('is the rest of a minute since the time in the page’s address', () => {
    const desde = new URLSearchParams(verifyPath('a@b.cl', { sentAt }).split('?')[1]).get('desde');
    expect(secondsToWait(desde, sentAt)).toBe(60);
    expect(secondsToWait(desde, sentAt + 59_001)).toBe(1);
    expect(secondsToWait(desde, sentAt + 60_000)).toBe(0);
  });

  test.each([undefined, null, '', 'ayer', '-1', '9'.repeat(15), '9'.repeat(30)])(
    'is zero if that time is missing or invalid: %j',
    (desde) => expect(secondsToWait(desde, sentAt)).toBe(0),
  );
});
