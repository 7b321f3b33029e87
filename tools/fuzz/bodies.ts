import type { Twist } from '#tools/fuzz/requests.ts';

export type Body = { type: string | null; bytes: Buffer | null };

/** Encodes a value as a body of this content type. */
export function encodeBody(type: string, value: unknown): Body {
  if (!type) return { type: null, bytes: null };
  if (type.startsWith('multipart/')) return multipart(value);
  if (type === '*/*')
    return { type: 'application/pdf', bytes: Buffer.from(textOf(value), 'latin1') };
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = Object.entries(Object(value)).map(([name, first]) => [name, textOf(first)]);
    return { type, bytes: Buffer.from(new URLSearchParams(pairs).toString()) };
  }
  return { type, bytes: Buffer.from(JSON.stringify(value) ?? '') };
}

/**
 * Encodes a multipart form. The field `fileField` is a file whose text has one byte per character.
 */
export function multipart(value: unknown, fileField = 'file') {
  const parts = Object.entries(Object(value)).flatMap(([name, part]) => {
    const field = name.replace(/[\r\n"]/g, '_').toWellFormed();
    const file = name === fileField ? '; filename="contrato.pdf"' : '';
    const head = `--b\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\n`;
    const text = Buffer.from(textOf(part), file ? 'latin1' : 'utf8');
    return [Buffer.from(head), text, Buffer.from('\r\n')];
  });
  const bytes = Buffer.concat([...parts, Buffer.from('--b--\r\n')]);
  return { type: 'multipart/form-data; boundary=b', bytes };
}

/** Returns a body that is changed by a twist, such as another content type. */
export function twisted(body: Body, twist: Twist | null): Body {
  const { type, bytes } = body;
  if (!twist || !bytes) return body;
  const text = () => bytes.toString('utf8');
  switch (twist.kind) {
    case 'type':
      return { type: twist.value, bytes };
    case 'text':
      return { type, bytes: Buffer.from(twist.text) };
    case 'tail':
      return { type, bytes: Buffer.concat([bytes, Buffer.from(twist.text)]) };
    case 'cut':
      return { type, bytes: bytes.subarray(0, Math.floor((bytes.length * twist.share) / 100)) };
    case 'deep':
      return { type, bytes: Buffer.from(deep(twist.open, twist.depth)) };
    case 'literal':
      return { type, bytes: Buffer.from(withLiteral(text(), twist)) };
    case 'bytes':
      return { type, bytes: Buffer.concat([Buffer.from(twist.hex, 'hex'), bytes]) };
    case 'big':
      return { type, bytes: Buffer.from(`{"a":"${'x'.repeat(twist.size)}"}`) };
    case 'unknown':
      return type === 'application/json' ? { type, bytes: withField(text(), twist) } : body;
    default:
      return body;
  }
}

function deep(open: string, depth: number): string {
  const close = [...open].reverse().flatMap((c) => (c === '[' ? [']'] : c === '{' ? ['}'] : []));
  return `${open.repeat(depth)}1${close.join('').repeat(depth)}`;
}

/** Replaces one of the values in a JSON text, even by something that is no JSON. */
function withLiteral(text: string, { at, token }: { at: number; token: string }): string {
  const values = [...text.matchAll(/":("(?:[^"\\]|\\.)*"|[\d.]+|true|false|null)/g)];
  const value = values[at % Math.max(values.length, 1)];
  if (!value?.[1]) return text;
  const start = value.index + 2;
  return text.slice(0, start) + token + text.slice(start + value[1].length);
}

/**
 * Splices a field into the JSON text, because `__proto__` in an object literal would not create a
 * field.
 */
function withField(text: string, { name, value }: { name: string; value: unknown }): Buffer {
  const field = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`;
  return Buffer.from(text.replace(/^\{/, text === '{}' ? `{${field}` : `{${field},`));
}

/** Returns a value as text for a URL, a header or a form. */
export function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
