import type { Metadata } from 'next';
import { Cookies } from '#components/privacy/cookies.tsx';
import { KeptData } from '#components/privacy/kept-data.tsx';
import { PrivacyRecipients } from '#components/privacy/privacy-recipients.tsx';
import { Purposes } from '#components/privacy/purposes.tsx';
import { Retention } from '#components/privacy/retention.tsx';
import { Rights } from '#components/privacy/rights.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { privacyVersion, privacyVersionText } from '#lib/domain/privacy/copy.ts';

export const metadata: Metadata = {
  title: 'Privacidad',
  description:
    'Qué datos guarda Resguardo, para qué, por cuánto tiempo y cómo ejercer tus derechos.',
};

export default function PrivacyPage() {
  return (
    <Container width="text">
      <div className="py-10 sm:py-14">
        <PageHeading
          caption="Tus datos"
          intro="Qué datos tuyos guardamos, para qué los usamos, quién los ve y cómo los recuperas, corriges o borras."
        >
          Privacidad
        </PageHeading>
        <p className="text-sm text-ink-soft">
          Versión <time dateTime={privacyVersion}>{privacyVersionText}</time>, según la Ley 19.628
          sobre protección de datos personales y su reforma por la Ley 21.719, vigente desde el 1 de
          diciembre de 2026.
        </p>
        <div className="prose">
          <KeptData />
          <Purposes />
          <Retention />
          <PrivacyRecipients />
          <Cookies />
          <Rights />
        </div>
      </div>
    </Container>
  );
}
