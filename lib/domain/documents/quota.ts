import { type Usage, vaultUsage } from '#lib/domain/documents/reads.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { ReadDb, Tx } from '#lib/platform/db/client.ts';
import { conflict } from '#lib/platform/operations/errors.ts';

type StoredSize = { size: number; state: string };

/**
 * Returns whether former versions must be removed to store `size` bytes in place of the `replaced`
 * documents. Throws `conflict` if the vault is full even without former versions.
 */
export async function checkVaultQuota(
  accountId: string,
  size: number,
  replaced: readonly StoredSize[],
  db: ReadDb | Tx,
): Promise<boolean> {
  const { quotaBytes, maxFiles } = getEnv().vault;
  const used = await vaultUsage(accountId, db);
  const freed = replaced.reduce((sum, old) => sum + (old.state === 'infected' ? 0 : old.size), 0);
  const fits = used.files - replaced.length < maxFiles && used.bytes - freed + size <= quotaBytes;
  const total = used.bytes - freed + size + used.former;
  if (fits) return used.former > 0 && total > quotaBytes;
  throw conflict(fullText(used, quotaBytes, maxFiles));
}

function fullText({ files, bytes }: Usage, quotaBytes: number, maxFiles: number): string {
  if (files >= maxFiles) {
    return `Tienes ${files} documentos, el máximo. Elimina alguno para subir otro.`;
  }
  return `No queda espacio: usas ${formatSize(bytes)} de ${formatSize(quotaBytes)}. Elimina algún documento para subir otro.`;
}
