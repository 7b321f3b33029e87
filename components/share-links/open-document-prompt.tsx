import { buttonClass } from '#components/ui/button-class.ts';

type Props = {
  isOpening: boolean;
  onOpen: () => void;
};

/**
 * Shown in place of a document that is not drawn yet. Its button draws the document, which counts
 * as an opening.
 */
export function OpenDocumentPrompt({ isOpening, onOpen }: Props) {
  return (
    <div className="grid min-h-48 place-content-center rounded-lg border border-line bg-sunken p-4 text-center noscript:hidden">
      {isOpening ? (
        <p role="status">Abriendo el documento…</p>
      ) : (
        <button type="button" className={buttonClass({})} onClick={onOpen}>
          Ver aquí (usa una apertura)
        </button>
      )}
    </div>
  );
}

/** Replaces a file of a view-only link in browsers without scripts. */
export function NeedsScripts() {
  return (
    <p className="rounded-lg border border-line bg-sunken p-4">
      Este enlace es solo para ver, y para eso tu navegador necesita JavaScript. Actívalo, o pide el
      documento a quien te lo compartió.
    </p>
  );
}
