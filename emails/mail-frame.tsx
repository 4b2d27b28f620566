import type { ReactNode } from 'react'
import { Body, Container, Head, Heading, Html, Preview, Text } from 'react-email'
import { ACCENT, ACCENT_ON_DARK } from './colors.ts'

/** The props that all emails have in common. */
export interface MailFrameProps {
  product: string
  language: string
  direction: 'ltr' | 'rtl'
  /** The texts, in the language of the recipient. */
  texts: { preview: string; heading: string }
}

const FONT = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Arial, sans-serif'

// The colors for email clients with a dark mode; other clients ignore the media query. react-email sets the background
// twice: on the body, and on a table cell in the body, because some clients remove the body element.
const DARK_MODE_CSS = `
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

/** The layout of every email: product name, heading and content, without images. Supports right-to-left languages. */
export function MailFrame({ product, language, direction, texts, children }: MailFrameProps & { children: ReactNode }) {
  return (
    <Html lang={language} dir={direction}>
      <Head>
        <title>{texts.heading}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK_MODE_CSS }} />
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

/** The first paragraph, with the main message of the email. */
export function Lead({ children }: { children: string }) {
  return (
    <Text className="strong" style={{ color: '#252127', fontSize: 16, lineHeight: '24px', margin: 0 }}>
      {children}
    </Text>
  )
}

/** A paragraph in small print, with additional information. */
export function Aside({ children }: { children: ReactNode }) {
  return (
    <Text className="quiet" style={{ color: '#69626c', fontSize: 14, lineHeight: '20px', margin: '12px 0 0' }}>
      {children}
    </Text>
  )
}
