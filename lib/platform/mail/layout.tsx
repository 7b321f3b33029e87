import {
  Body,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import { brand } from '#lib/platform/brand.ts';
import { small } from '#lib/platform/mail/parts.tsx';

/*
 * The frame of every e-mail. Colours are inline, as mail programs want it; classes only change them
 * in the dark scheme and on narrow screens. No image: nothing is loaded from anywhere.
 */
const { colors } = brand;
const font =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";

type LayoutProps = { preview: string; title: string; footer: string; children?: ReactNode };

export function MailLayout({ preview, title, footer, children }: LayoutProps) {
  return (
    <Html lang="es-CL">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no" />
        <title>{title}</title>
        <style>{stylesheet}</style>
      </Head>
      <Body className="canvas" style={{ margin: 0 }}>
        <Preview>{preview}</Preview>
        <Section
          className="canvas"
          style={{ padding: '24px 0', backgroundColor: colors.canvas, fontFamily: font }}
        >
          <Container style={{ maxWidth: '600px', width: '100%' }}>
            <Section className="gutter" style={{ padding: '0 24px 16px' }}>
              <Text
                className="wordmark"
                style={{
                  margin: 0,
                  fontSize: '22px',
                  fontWeight: 700,
                  letterSpacing: '-0.02em',
                  color: colors.brand,
                }}
              >
                {brand.name}
              </Text>
            </Section>
            <Section
              className="card"
              style={{
                backgroundColor: colors.surface,
                border: `1px solid ${colors.line}`,
                borderTop: `4px solid ${colors.copper}`,
                borderRadius: '10px',
                padding: '28px 24px',
              }}
            >
              <Heading
                as="h1"
                className="ink"
                style={{
                  margin: '0 0 12px',
                  fontSize: '24px',
                  lineHeight: '30px',
                  color: colors.ink,
                }}
              >
                {title}
              </Heading>
              {children}
            </Section>
            <Section className="gutter" style={{ padding: '16px 24px 0' }}>
              <Text className="soft" style={{ ...small, margin: 0 }}>
                {footer}
              </Text>
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

const stylesheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .gutter { padding-left: 16px !important; padding-right: 16px !important; }
  .card { padding: 22px 16px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
  .value { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${brand.darkCanvas} !important; }
  .card { background-color: #122124 !important; border-color: #2b4044 !important; border-top-color: #eda274 !important; }
  .tint { background-color: #14363c !important; }
  .ink { color: #e9f1f1 !important; }
  .soft { color: #a9bdbf !important; }
  .rule { border-color: #2b4044 !important; }
  .wordmark, .link { color: #84d3da !important; }
  .button { background-color: #84d3da !important; }
  .on-button { color: #052a31 !important; }
}`;
