import { HeadContent, Scripts } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, isLanguage } from '#i18n/languages.ts'
import { chosenTheme } from './chosen-theme.ts'
import { EARLY_INPUT_SCRIPT } from './early-input.ts'
import { pageNonce } from './page-nonce.ts'

/** The HTML around everything. Kept trivial: a failure in here leaves no page at all. */
export function Document({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const language = isLanguage(i18n.language) ? i18n.language : 'en'
  // Once: from then on the class is the theme provider's.
  const [theme] = useState(chosenTheme)
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      {...(theme !== 'system' && { className: theme, style: { colorScheme: theme } })}
      suppressHydrationWarning
    >
      <head>
        <script nonce={pageNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_INPUT_SCRIPT }} />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
