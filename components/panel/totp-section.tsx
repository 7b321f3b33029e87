import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { formatDay } from '#lib/platform/format.ts';

export function TotpSection({ since }: { since: number | null }) {
  const isOn = since !== null;
  return (
    <Card title="Código de tu app" aside={isOn && <Tag tone="success">Activado</Tag>}>
      <p>
        {isOn
          ? `Conectada el ${formatDay(since)}. Tu app muestra un código nuevo cada 30 segundos.`
          : 'Una app como Google Authenticator, 1Password o Bitwarden muestra un código nuevo cada 30 segundos.'}
      </p>
      <form
        method="post"
        action="/f/panel/seguridad/app/quitar"
        data-once=""
        className="mt-5 flex flex-wrap gap-3"
      >
        <LinkButton href="/panel/seguridad/app" variant="secondary">
          {isOn ? 'Cambiar de teléfono o app' : 'Conectar una app'}
        </LinkButton>
        {isOn && <Button variant="quiet">Quitar</Button>}
      </form>
    </Card>
  );
}
