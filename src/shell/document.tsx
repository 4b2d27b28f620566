import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, isLanguage } from '#i18n/languages.ts'
import { earlyInputScript } from './early-input.ts'
import { pageNonce } from './page.ts'
import { useThemeAttributes } from './theme.tsx'

/** The HTML around every page. It must stay simple, because a failure here leaves no page at all. */
export function Document({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const language = isLanguage(i18n.language) ? i18n.language : 'en'
  const theme = useThemeAttributes()
  return (
    <html lang={language} dir={directionOf(language)} {...theme} suppressHydrationWarning>
      <head>
        <script nonce={pageNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyInputScript() }} />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
