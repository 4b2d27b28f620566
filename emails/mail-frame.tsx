import type { ReactNode } from 'react'
import { Body, Container, Head, Heading, Html, Preview, Text } from 'react-email'
import { ACCENT, ACCENT_ON_DARK } from './colors.ts'

/** The props that every mail has besides its own. */
export interface MailFrameProps {
  product: string
  language: string
  direction: 'ltr' | 'rtl'
  /** The language of the recipient. */
  texts: { subject: string; preview: string; heading: string }
}

const FONT = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Arial, sans-serif'

// Clients that know dark mode get its tones; the others ignore the media query. react-email paints the page twice: the
// body, and a cell in it for clients that keep no body.
const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page, .page > table > tbody > tr > td { background: #17151a !important; }
    .card { background: #211f24 !important; border-color: #3a363d !important; }
    .product { color: ${ACCENT_ON_DARK} !important; }
    .strong { color: #f5f3f6 !important; }
    .quiet { color: #b3adb6 !important; }
    .link { background: #211f24 !important; border-color: ${ACCENT_ON_DARK} !important; color: ${ACCENT_ON_DARK} !important; }
    .code { background: #131115 !important; color: #f5f3f6 !important; border-color: #3a363d !important; }
  }`

/** The layout of every email: product, heading and content. Readable without pictures; right to left if the language is. */
export function MailFrame({ product, language, direction, texts, children }: MailFrameProps & { children: ReactNode }) {
  return (
    <Html lang={language} dir={direction}>
      <Head>
        <title>{texts.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </Head>
      <Preview useTitleTag={false}>{texts.preview}</Preview>
      <Body
        dir={direction}
        lang={language}
        className="page"
        style={{ background: '#f8f6f8', fontFamily: FONT, margin: 0, padding: '32px 12px' }}
      >
        <Container
          className="card"
          style={{
            background: '#ffffff',
            border: '1px solid #e6e1e6',
            borderRadius: 12,
            margin: '0 auto',
            maxWidth: 480,
            padding: 32,
            textAlign: direction === 'rtl' ? 'right' : 'left',
          }}
        >
          <Text className="product" style={{ color: ACCENT, fontSize: 14, fontWeight: 600, margin: 0 }}>
            {product}
          </Text>
          <Heading
            as="h1"
            className="strong"
            style={{ color: '#252127', fontSize: 20, fontWeight: 600, lineHeight: '28px', margin: '16px 0 8px' }}
          >
            {texts.heading}
          </Heading>
          {children}
        </Container>
      </Body>
    </Html>
  )
}

/** The paragraph that says what the mail is about. */
export function Lead({ children }: { children: string }) {
  return (
    <Text className="strong" style={{ color: '#252127', fontSize: 16, lineHeight: '24px', margin: 0 }}>
      {children}
    </Text>
  )
}

/** A paragraph in small print, good to know besides. */
export function Aside({ children }: { children: ReactNode }) {
  return (
    <Text className="quiet" style={{ color: '#69626c', fontSize: 14, lineHeight: '20px', margin: '12px 0 0' }}>
      {children}
    </Text>
  )
}
