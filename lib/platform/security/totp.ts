const PERIOD_MS = 30_000;
const codeFormat = { digits: 6, period: 30 };
/** Accepts codes of two steps (30 s) before and after, because clocks may be wrong by a minute. */
const STEP_TOLERANCE = 2;

/** Returns a secret of 160 random bits in base32, the format of authenticator apps. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** Returns the 30 s step to which a code belongs, or null if the code is wrong. */
export async function stepOfCode(
  secret: string,
  code: string,
  now: number,
): Promise<number | null> {
  const { Secret, TOTP } = await import('otpauth');
  const options = {
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: STEP_TOLERANCE,
  };
  const delta = TOTP.validate({ ...options, ...codeFormat });
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta;
}

export async function totpUri(secret: string, labels: { issuer: string; label: string }) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ ...labels, ...codeFormat, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns a QR code as an SVG path, in which a module is one unit wide. `size` is the width. */
export async function createQrCode(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { size, path: path.join('') };
}
