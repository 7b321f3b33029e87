import { Notice } from '#components/ui/notice.tsx';
import { formatDateTime } from '#lib/platform/format.ts';

/** The address of a link that was just made: it is stored nowhere, so this is when to copy it. */
export function NewLink({ shareUrl, expiresAt }: { shareUrl: string; expiresAt: number }) {
  return (
    <div className="mb-8" tabIndex={-1} data-focus="">
      <Notice tone="success" role="status" title="Tu enlace está listo">
        <p>
          Cópialo ahora: no lo guardamos y no volveremos a mostrarlo. Sirve hasta el{' '}
          <span className="whitespace-nowrap">{formatDateTime(expiresAt)}.</span>
        </p>
        <label htmlFor="enlace-nuevo" className="mt-3 block font-semibold">
          Enlace
        </label>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <input
            id="enlace-nuevo"
            readOnly
            value={shareUrl}
            className="control min-w-0 flex-1 basis-64 font-mono text-sm"
          />
          <button
            type="button"
            hidden
            data-copies="enlace-nuevo"
            className="btn btn-primary btn-compact"
          >
            Copiar
          </button>
        </div>
      </Notice>
    </div>
  );
}
