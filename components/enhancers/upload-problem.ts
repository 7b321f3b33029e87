import { heicText } from '#lib/platform/storage/accepted.ts';

/** What the server would refuse anyway, said before a phone spends its data on it. */
export function problemOf(file: File, input: HTMLInputElement): string | null {
  const megabytes = Number(input.dataset.maxMb);
  if (file.size > megabytes * 1024 * 1024) return `El archivo supera los ${megabytes} MB.`;
  if (file.size === 0) return 'El archivo está vacío.';
  const accepted = input.accept.split(',');
  return accepted.some((extension) => file.name.toLowerCase().endsWith(extension))
    ? null
    : (heicText(file.name) ?? 'Sube un PDF, una imagen, Word o Excel.');
}
