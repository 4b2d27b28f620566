import { useTheme } from 'next-themes'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { chosenTheme, rememberTheme } from './chosen-theme.ts'

/** The theme that is chosen, and how to choose another: for this browser's storage and for the server's first byte. */
export function useChosenTheme() {
  const { theme, setTheme } = useTheme()
  const isHydrated = useIsHydrated()
  return {
    // What is stored here only the browser knows: until the page is alive the cookie counts, which both sides see.
    theme: isHydrated ? (theme ?? 'system') : chosenTheme(),
    chooseTheme: (chosen: string) => {
      setTheme(chosen)
      rememberTheme(chosen)
    },
  }
}
