import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { FactorCodeField } from '#components/account/code-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { groupsOf4, SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import type { totpSetupBody } from '#lib/domain/factors/schema.ts';
import { beginTotp } from '#lib/domain/factors/writes/totp.ts';
import { createQrCode } from '#lib/platform/security/totp.ts';

export const generateMetadata = pageMetadata('Conecta una app de códigos');

export default async function TotpPage(props: PageProps<'/panel/seguridad/app'>) {
  const user = await requirePageUser({ allowsNoFactor: true, sudo: true });
  const { problem, values, errors } = await readPageQuery(props);
  const field = formFields<typeof totpSetupBody>({ errors });
  const { secret, uri, setup } = await beginTotp(user, values.setup);
  const { size, path } = await createQrCode(uri);
  return (
    <div className="max-w-text">
      <BackLink href={SECURITY_PAGE} label="Volver a Seguridad" />
      <PageHeading intro="En tu teléfono, con una app como Google Authenticator, 1Password o Bitwarden.">
        Conecta una app de códigos
      </PageHeading>
      <ProblemNotice problem={problem} />
      <div className="grid gap-5">
        <Card title="1. Escanea este código con la app">
          {/* Dark on light in both colour schemes, because cameras cannot read inverted codes. */}
          <svg
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="Código QR con tu clave"
            className="size-56 max-w-full rounded-md"
            shapeRendering="crispEdges"
          >
            <rect width={size} height={size} fill="white" />
            <path d={path} fill="black" />
          </svg>
          <p className="mt-4 font-semibold">¿No puedes escanear? Escribe esta clave</p>
          <p className="mt-1 text-sm">
            <code className="font-mono">{groupsOf4(secret)}</code>
          </p>
        </Card>
        <Card title="2. Escribe el código que muestra">
          <Form action="/panel/seguridad/app/confirmar" className="grid gap-6">
            <HiddenField<typeof totpSetupBody> name="setup" value={setup} />
            <FactorCodeField hint="6 números, cambian cada 30 segundos." {...field('code')} />
            <div>
              <Button wide>Conectar la app</Button>
            </div>
          </Form>
        </Card>
      </div>
    </div>
  );
}
