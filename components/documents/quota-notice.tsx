import { formatSize } from '#lib/platform/chile/format.ts';

type Props = {
  files: number;
  bytes: number;
  previousBytes: number;
  maxFiles: number;
  maxBytes: number;
};

export function QuotaNotice({ files, bytes, previousBytes, maxFiles, maxBytes }: Props) {
  if (bytes <= 0.7 * maxBytes && files <= 0.7 * maxFiles) return null;
  const usedShare = Math.max(bytes / maxBytes, files / maxFiles);
  return (
    <div className="mt-10 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">Espacio</h2>
      <progress
        className="meter mt-3 block"
        value={Math.min(usedShare, 1)}
        max={1}
        aria-label="Espacio usado"
      >
        {Math.round(usedShare * 100)} %
      </progress>
      <p className="mt-3 text-sm">
        Usas {formatSize(bytes)} de {formatSize(maxBytes)}, en {files} de {maxFiles} archivos. Si te
        falta espacio, elimina documentos que ya no uses.
        {previousBytes > 0 &&
          ` Tus versiones anteriores ocupan ${formatSize(previousBytes)} de lo que queda: las más antiguas se borran solas si hace falta.`}
      </p>
    </div>
  );
}
