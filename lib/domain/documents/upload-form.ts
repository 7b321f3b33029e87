import { dateProblemsOf, expiryIssueDay, type TypedDates } from '#lib/domain/documents/expiry.ts';
import { type CategoryKey, fitsRole } from '#lib/domain/documents/rules.ts';
import { uploadFields } from '#lib/domain/documents/schema.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { Role } from '#lib/platform/operations/operation.ts';

export type NewDocument = {
  category: CategoryKey;
  customTitle: string | null;
  issuedAt: string | null;
  expiresAt?: string;
  replaces: string | null;
  once: string | null;
};

/**
 * Validates the form of an upload. Throws `invalid_file` if the file or the category is wrong,
 * otherwise `validation_failed`. Both errors name all wrong fields.
 */
export function parseUploadForm(
  fields: Record<string, string>,
  { hasFile, role, now }: { hasFile: boolean; role: Role; now: number },
): NewDocument {
  // Only documents of `otros` have a title of their own, so an invalid one is ignored elsewhere.
  const { customTitle: _ignored, ...untitled } = fields;
  const parsed = uploadFields.safeParse(fields.category === 'otros' ? fields : untitled);
  const problems: FieldErrors = parsed.success ? {} : fieldErrors(parsed.error);
  if (!hasFile) problems.file = 'Adjunta un archivo.';
  if (parsed.success) Object.assign(problems, formProblemsOf(parsed.data, role, now));
  if (parsed.success && Object.keys(problems).length === 0) {
    const {
      category,
      customTitle = null,
      expiresAt,
      replaces = null,
      once: sendKey = null,
    } = parsed.data;
    const issuedAt = expiryIssueDay(parsed.data, now) ?? null;
    return {
      category,
      customTitle,
      issuedAt,
      replaces,
      once: sendKey,
      ...(expiresAt && { expiresAt }),
    };
  }
  const message = problems.file ?? problems.category;
  if (message) throw new AppError('invalid_file', { fields: problems, message });
  throw new AppError('validation_failed', { fields: problems });
}

export function formProblemsOf(
  form: { category: CategoryKey; customTitle?: string | undefined } & TypedDates,
  role: Role,
  now: number,
): FieldErrors {
  const problems = dateProblemsOf(form, now);
  const { category, customTitle } = form;
  if (!fitsRole(category, role)) {
    problems.category = 'Este documento no corresponde a tu tipo de cuenta.';
  }
  if (category === 'otros' && !customTitle) problems.customTitle = 'Escribe un título.';
  return problems;
}
