import { isRow, type Row } from '#lib/platform/mercado-publico/answers.ts';
import { parseRut } from '#lib/platform/rut.ts';

/** Trimmed text; numbers as text; what is missing or blank is null. */
export function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value.normalize('NFC').trim() || null;
}

export function number(value: unknown): number | null {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
}

export function integer(value: unknown): number | null {
  const parsed = number(value);
  return Number.isSafeInteger(parsed) ? parsed : null;
}

/** `69.265.000-k` → `69265000-K`; null for what is no RUT. */
export function rut(value: unknown): string | null {
  return parseRut(text(value) ?? '');
}

/** The part of an answer that holds more fields; an empty one when it is null or missing. */
export function part(value: unknown): Row {
  return isRow(value) ? value : {};
}

export function list(value: unknown): Row[] {
  if (Array.isArray(value)) return value.filter(isRow);
  return isRow(value) ? [value] : [];
}
