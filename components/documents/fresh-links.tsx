import { isSendable } from '#components/documents/share-acts.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import type { Share } from '#lib/domain/share-links/schema.ts';

/** What one form made: told, and of several all to be copied or mailed by one press. */
export function FreshLinks({ shares, now }: { shares: readonly Share[]; now: number }) {
  if (shares.length === 0) return null;
  const mailed = shares.filter((share) => isSendable(share, now));
  return (
    <div data-focus="" tabIndex={-1}>
      <DoneNotice>
        {shares.length === 1
          ? 'Tu enlace está listo. Puedes copiarlo aquí, ahora o cuando quieras.'
          : `Tus ${shares.length} enlaces están listos. Puedes copiarlos aquí, ahora o cuando quieras.`}
      </DoneNotice>
      {shares.length > 1 && (
        <div className="mb-6 rounded-lg border border-line bg-surface p-5">
          {mailed.length > 1 && (
            <form method="post" action="/f/panel/documentos/enlaces/enviar" data-once="">
              <input type="hidden" name="ids" value={mailed.map(({ id }) => id).join(' ')} />
              <Button>Enviar los {mailed.length} por correo</Button>
              <p className="mt-1 text-sm text-ink-soft">
                A cada uno el suyo. Si responden, te llega a ti.
              </p>
            </form>
          )}
          <CopyField
            id="enlaces-todos"
            label="Todos"
            verb="Copiar todos"
            value={shares.map(({ recipient, shortUrl }) => `${recipient}: ${shortUrl}`).join('\n')}
          />
        </div>
      )}
    </div>
  );
}
