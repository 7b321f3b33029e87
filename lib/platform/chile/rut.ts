/**
 * Parses any spelling of a RUT, such as `RUT: 12,345,678-5`, into `12345678-5` (upper-case K).
 * Returns null unless it has 6 to 9 digits and the right check digit.
 */
export function parseRut(text: string): string | null {
  const match = rutPattern.exec(compactRut(text));
  if (!match?.[1] || !match[2]) return null;
  const body = match[1].replace(/^0+/, '');
  if (body.length < 6 || checkDigitOf(body) !== match[2]) return null;
  return `${body}-${match[2]}`;
}

export function rutProblem(text: string): string {
  return rutPattern.test(compactRut(text))
    ? 'Revisa el RUT: el dígito verificador no coincide.'
    : 'Escribe el RUT con números y dígito verificador, por ejemplo 12.345.678-5.';
}

const rutPattern = /^(\d{6,9})([\dK])$/;

function compactRut(text: string): string {
  const bare = text.replace(/^\s*R\.?U\.?[TN]\b\.?\s{0,3}(?:N[°º.]\s{0,3})?:?/i, '');
  return bare.replace(/[.,\s\p{Pd}]/gu, '').toUpperCase();
}

/** Formats `12345678-5`, as `parseRut` returns it, as `12.345.678-5`. */
export function formatRut(rut: string): string {
  const [body = '', digit = ''] = rut.split('-');
  return `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`;
}

/** Calculates the check digit of a RUT, modulo 11: the weights 2 to 7 repeat from the right. */
export function checkDigitOf(body: string): string {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum += Number(body[body.length - 1 - i]) * (2 + (i % 6));
  }
  const digit = 11 - (sum % 11);
  return digit === 11 ? '0' : digit === 10 ? 'K' : String(digit);
}
