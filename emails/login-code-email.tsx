import { Body, Container, Head, Heading, Html, Preview, Section, Text } from 'react-email'

/** The sentences of the mail, in the receiver's language. */
export interface LoginCodeTexts {
  subject: string
  preview: string
  heading: string
  lead: string
  validity: string
  notYou: string
}

interface LoginCodeEmailProps {
  code: string
  product: string
  language: string
  direction: 'ltr' | 'rtl'
  texts: LoginCodeTexts
}

const FONT = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Arial, sans-serif'

// Clients that know dark mode get its tones; the others ignore the media query.
const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #17151a !important; }
    .card { background: #211f24 !important; border-color: #3a363d !important; }
    .strong { color: #f5f3f6 !important; }
    .quiet { color: #b3adb6 !important; }
    .code { background: #131115 !important; color: #f5f3f6 !important; border-color: #3a363d !important; }
  }`

/** The mail with a login code: readable without pictures, the code easy to select, right to left where the language is. */
export function LoginCodeEmail({ code, product, language, direction, texts }: LoginCodeEmailProps) {
  const align = direction === 'rtl' ? 'right' : 'left'
  return (
    <Html lang={language} dir={direction}>
      <Head>
        <title>{texts.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </Head>
      <Preview>{texts.preview}</Preview>
      <Body className="page" style={{ background: '#f8f6f8', fontFamily: FONT, margin: 0, padding: '32px 12px' }}>
        <Container
          className="card"
          style={{
            background: '#ffffff',
            border: '1px solid #e6e1e6',
            borderRadius: 12,
            margin: '0 auto',
            maxWidth: 480,
            padding: 32,
            textAlign: align,
          }}
        >
          <Text style={{ color: '#8a2d6d', fontSize: 14, fontWeight: 600, margin: 0 }}>{product}</Text>
          <Heading
            as="h1"
            className="strong"
            style={{ color: '#252127', fontSize: 20, fontWeight: 600, lineHeight: '28px', margin: '16px 0 8px' }}
          >
            {texts.heading}
          </Heading>
          <Text className="strong" style={{ color: '#252127', fontSize: 16, lineHeight: '24px', margin: 0 }}>
            {texts.lead}
          </Text>
          <Section style={{ margin: '24px 0' }}>
            <Text
              className="code"
              dir="ltr"
              style={{
                background: '#f6f3f6',
                border: '1px solid #e6e1e6',
                borderRadius: 8,
                color: '#252127',
                fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
                fontSize: 32,
                fontWeight: 600,
                letterSpacing: 8,
                lineHeight: '40px',
                margin: 0,
                padding: '16px 8px 16px 16px',
                textAlign: 'center',
              }}
            >
              {code}
            </Text>
          </Section>
          <Text className="quiet" style={{ color: '#69626c', fontSize: 14, lineHeight: '20px', margin: '0 0 12px' }}>
            {texts.validity}
          </Text>
          <Text className="quiet" style={{ color: '#69626c', fontSize: 14, lineHeight: '20px', margin: 0 }}>
            {texts.notYou}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}
