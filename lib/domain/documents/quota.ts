import { readVaultUsage, type Usage } from '#lib/domain/documents/reads/documents.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { ReadDb, Tx } from '#lib/platform/db/client.ts';
import { conflict } from '#lib/platform/operations/errors.ts';

type StoredSize = { size: number; state: string };

/**
 * Throws `conflict` if the vault has no room for `size` more bytes once `replacedDocuments` are
 * gone. Returns true if former versions must be deleted to make that room.
 */
export async function checkVaultQuota(
  accountId: string,
  size: number,
  replacedDocuments: readonly StoredSize[],
  db: ReadDb | Tx,
): Promise<boolean> {
  const { quotaBytes, maxFiles } = getEnv().vault;
  const usage = await readVaultUsage(accountId, db);
  const freedBytes = replacedDocuments.reduce(
    (sum, old) => sum + (old.state === 'infected' ? 0 : old.size),
    0,
  );
  const fits =
    usage.files - replacedDocuments.length < maxFiles &&
    usage.bytes - freedBytes + size <= quotaBytes;
  const total = usage.bytes - freedBytes + size + usage.previous;
  if (fits) return usage.previous > 0 && total > quotaBytes;
  throw conflict(fullVaultText(usage, quotaBytes, maxFiles));
}

function fullVaultText({ files, bytes }: Usage, quotaBytes: number, maxFiles: number): string {
  if (files >= maxFiles) {
    return `Tienes ${files} documentos, el máximo. Elimina alguno para subir otro.`;
  }
  return `No queda espacio: usas ${formatSize(bytes)} de ${formatSize(quotaBytes)}. Elimina algún documento para subir otro.`;
}
