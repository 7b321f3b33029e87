import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import type { codeActionBody } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { codePath, groupedCode, type IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';

type Props = {
  path: string;
  record: IssuedDetail;
  appUrl: string;
};

export function VerificationBox({ path, record, appUrl }: Props) {
  const { code, document } = record;
  const openings = record.openings ?? 0;
  const action = `${path}/codigo`;
  if (!code) {
    return (
      <Card id="verificacion" title="Verificación">
        <p>
          El código está desactivado: no se puede verificar aquí, tampoco con las hojas entregadas.
        </p>
        <EditorsOnly>
          <Form action={action} className="mt-4">
            <HiddenField<typeof codeActionBody> name="action" value="renew" />
            <Button variant="secondary">Crear código</Button>
          </Form>
        </EditorsOnly>
      </Card>
    );
  }
  const opened = openings === 1 ? 'Consultado una vez' : `Consultado ${openings} veces`;
  return (
    <Card
      id="verificacion"
      title="Verificación"
      aside={openings === 0 ? 'Nadie lo ha consultado' : opened}
    >
      <p>
        Quien la recibe ve con este código qué se registró{document && ' y compara su archivo'}. Va
        en la hoja de entrega.
      </p>
      <CopyField id="codigo" label="Código" value={groupedCode(code)} />
      <CopyField
        id="enlace-verificacion"
        label="Enlace para verificar"
        value={appUrl + codePath(code)}
      />
      <EditorsOnly>
        <div className="mt-4 grid gap-2">
          {changes.map(({ value, verb, question }) => (
            <ConfirmButton
              key={value}
              {...{ verb, question, action }}
              subject="de verificación"
              buttonStyle={{ variant: 'quiet', compact: true }}
              field={{ name: 'action', value }}
            />
          ))}
        </div>
      </EditorsOnly>
    </Card>
  );
}

const changes = [
  {
    value: 'renew',
    verb: 'Cambiar código',
    question: 'El código de ahora deja de servir, también en las hojas ya entregadas.',
  },
  {
    value: 'end',
    verb: 'Desactivar código',
    question: 'Nadie podrá verificarla aquí hasta que crees otro código.',
  },
];
