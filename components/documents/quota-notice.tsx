import { formatSize } from '#lib/platform/chile/format.ts';

type Props = { files: number; bytes: number; former: number; maxFiles: number; maxBytes: number };

export function QuotaNotice({ files, bytes, former, maxFiles, maxBytes }: Props) {
  if (bytes <= 0.7 * maxBytes && files <= 0.7 * maxFiles) return null;
  const used = Math.max(bytes / maxBytes, files / maxFiles);
  return (
    <div className="mt-10 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">Espacio</h2>
      <progress
        className="meter mt-3 block"
        value={Math.min(used, 1)}
        max={1}
        aria-label="Espacio usado"
      >
        {Math.round(used * 100)} %
      </progress>
      <p className="mt-3 text-sm">
        Usas {formatSize(bytes)} de {formatSize(maxBytes)}, en {files} de {maxFiles} archivos. Si te
        falta espacio, elimina documentos que ya no uses.
        {former > 0 &&
          ` Tus versiones anteriores ocupan ${formatSize(former)} de lo que queda: las más antiguas se borran solas si hace falta.`}
      </p>
    </div>
  );
}
