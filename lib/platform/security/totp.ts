const PERIOD = 30_000;
const shape = { digits: 6, period: 30 };
/** A clock may be wrong by a minute: two steps of 30 s to either side. */
const window = 2;

/** Returns 160 bits in base32, as apps take it. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** Returns the step of 30 s of a code, or null when no step near now has it. */
export async function stepOfCode(
  secret: string,
  code: string,
  now: number,
): Promise<number | null> {
  const { Secret, TOTP } = await import('otpauth');
  const given = { token: code, secret: Secret.fromBase32(secret), timestamp: now, window };
  const delta = TOTP.validate({ ...given, ...shape });
  return delta === null ? null : Math.floor(now / PERIOD) + delta;
}

export async function totpUri(secret: string, about: { issuer: string; label: string }) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ ...about, ...shape, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns a QR code as the path of an SVG whose module is one unit. */
export async function qrOf(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { size, path: path.join('') };
}
