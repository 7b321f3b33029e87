import { AskFirst } from '#components/ui/ask-first.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { codePath, groupedCode } from '#lib/domain/issued/view.ts';

type Props = {
  /** Of the page that it is on, `/panel/garantias/…` or `/admin/garantias/…`. */
  path: string;
  code: string | null;
  /** Of this site. */
  appUrl: string;
  openings: number | null;
};

/** The code by which others verify a guarantee. */
export function VerificationBox({ path, code, appUrl, openings }: Props) {
  const action = `/f${path}/codigo`;
  const look = { variant: 'quiet', compact: true } as const;
  if (!code) {
    return (
      <Card id="verificacion" title="Verificación">
        <p>El código está cerrado: no se puede verificar aquí, tampoco con las hojas entregadas.</p>
        <form method="post" action={action} data-once="" className="mt-4">
          <input type="hidden" name="action" value="renew" />
          <Button variant="secondary">Crear código</Button>
        </form>
      </Card>
    );
  }
  return (
    <Card id="verificacion" title="Verificación" aside={openedText(openings ?? 0)}>
      <p>
        Quien la recibe ve con este código qué se registró y compara su archivo. Va en la hoja de
        entrega.
      </p>
      <CopyField id="codigo" label="Código" value={groupedCode(code)} />
      <CopyField
        id="enlace-verificacion"
        label="Enlace para verificar"
        value={appUrl + codePath(code)}
      />
      <div className="mt-4 grid gap-2">
        <AskFirst
          verb="Renovar"
          about="el código"
          look={look}
          question="El código de ahora deja de servir, también en las hojas ya entregadas."
          action={action}
          field={{ name: 'action', value: 'renew' }}
        />
        <AskFirst
          verb="Cerrar"
          about="el código"
          look={look}
          question="Nadie podrá verificarla aquí hasta que crees otro código."
          action={action}
          field={{ name: 'action', value: 'end' }}
        />
      </div>
    </Card>
  );
}

function openedText(openings: number): string {
  if (openings === 0) return 'Sin abrir';
  return openings === 1 ? 'Abierto una vez' : `Abierto ${openings} veces`;
}
