import { beforeEach, describe, expect, test } from 'vitest';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  decryptText,
  encryptText,
  isUnderCurrentSecret,
} from '#lib/platform/security/encrypted-text.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const OTHER = 'another secret, made today'.padEnd(40, '.');
const TEXT = 'JBSWY3DPEHPK3PXP ñandú';
let sealed = '';

beforeEach(() => {
  sealed = encryptText('totp', 'cuenta-1', TEXT);
});

/** Makes the present secret a former one. */
function changeSecret(): void {
  const env = getEnv();
  env.previousAppSecrets = [env.appSecret];
  env.appSecret = OTHER;
}

describe('an encrypted text', () => {
  test('opens only for its purpose and its subject, and reveals nothing', () => {
    expect(decryptText('totp', 'cuenta-1', sealed)).toBe(TEXT);
    expect(decryptText('totp', 'cuenta-2', sealed)).toBeNull();
    expect(sealed).not.toContain(Buffer.from(TEXT).toString('base64url').slice(0, 10));
    expect(encryptText('totp', 'cuenta-1', TEXT)).not.toBe(sealed);
    expect(isUnderCurrentSecret(sealed)).toBe(true);
  });

  test('does not open if it is altered anywhere, cut or of another form', () => {
    const others = Array.from(sealed, (letter, at) =>
      [sealed.slice(0, at), letter === 'A' ? 'B' : 'A', sealed.slice(at + 1)].join(''),
    );
    // The last letter of base64url may hold bits that no byte has.
    const opened = others
      .slice(0, -1)
      .filter((each) => decryptText('totp', 'cuenta-1', each) !== null);
    expect(opened).toEqual([]);
    for (const each of ['', '1', 'x.y.z', sealed.slice(0, 30), `${sealed.slice(0, 11)}AAAA`]) {
      expect(decryptText('totp', 'cuenta-1', each)).toBeNull();
    }
  });

  test('opens while its former secret is known, and is to be encrypted again', () => {
    changeSecret();
    expect(decryptText('totp', 'cuenta-1', sealed)).toBe(TEXT);
    expect(isUnderCurrentSecret(sealed)).toBe(false);
    const again = encryptText('totp', 'cuenta-1', TEXT);
    expect(isUnderCurrentSecret(again)).toBe(true);
    getEnv().previousAppSecrets = [];
    expect(decryptText('totp', 'cuenta-1', sealed)).toBeNull();
    expect(decryptText('totp', 'cuenta-1', again)).toBe(TEXT);
  });
});
