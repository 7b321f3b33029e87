import { RestoreButton } from '#components/documents/previous-versions.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  /** Says what was stored and replaced. */
  notice: string;
  /** Says that the new file was not recognised. */
  unreadHint: string | false | null | undefined;
  /** The document that was replaced, if that can be undone. */
  undo: { category: string; documentId: string } | undefined;
};

/**
 * Says what an upload did. A file that nobody recognised may be the wrong one, so if it replaced a
 * document, the notice is a warning and the undo is part of it.
 */
export function UploadOutcome({ notice, unreadHint, undo }: Props) {
  if (!undo || !unreadHint) {
    return (
      <>
        <DoneNotice>{notice}</DoneNotice>
        {undo && (
          <div className="mb-5">
            <RestoreButton {...undo}>Deshacer</RestoreButton>
          </div>
        )}
        {unreadHint && <p>{unreadHint}</p>}
      </>
    );
  }
  return (
    <div className="mb-5">
      <Notice tone="warning" role="status" title="Revisa el archivo que acabas de subir">
        <p className="mb-3">{`${notice} ${unreadHint} Si no es ese, deshazlo: vuelve el anterior.`}</p>
        <RestoreButton {...undo}>Deshacer</RestoreButton>
      </Notice>
    </div>
  );
}
