import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';

type Props = { email: string; linked: boolean; hasPassword: boolean };

export function GoogleSection({ email, linked, hasPassword }: Props) {
  const link = `/recuperar?${new URLSearchParams({ email })}`;
  return (
    <Card title="Google">
      <p className="wrap-anywhere">
        {linked
          ? `Conectada: ingresas también con la cuenta de Google de ${email}.`
          : 'Sin conectar: nadie ingresa con Google. Para conectarla, ingresa con Google la próxima vez.'}
      </p>
      {linked && !hasPassword && (
        <p className="mt-4">
          Para desconectarla, <a href={link}>crea una contraseña</a>: al guardarla queda como tu
          única forma de ingresar.
        </p>
      )}
      {linked && hasPassword && (
        <form method="post" action="/f/panel/perfil/google/desconectar" data-once="">
          <p className="my-4">Al desconectarla se cierran tus sesiones en otros dispositivos.</p>
          <Button variant="secondary" wide>
            Desconectar Google
          </Button>
        </form>
      )}
    </Card>
  );
}
