import { useChosenTheme } from './use-chosen-theme.ts'

/** The page's own colour in each theme, as browsers on phones paint their bars: they may not understand the tokens. */
const LIGHT = '#fbf9fb'
const DARK = '#0f0c0e'

/** Has the browser's bars follow the theme: the chosen one, or the system's. */
export function ThemeColor() {
  const { theme } = useChosenTheme()
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={theme === 'dark' ? DARK : LIGHT} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={theme === 'light' ? LIGHT : DARK} />
    </>
  )
}
