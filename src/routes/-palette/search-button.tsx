import { useHydrated } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const APPLE_KEYS = ['⌘', 'K']
const OTHER_KEYS = ['Ctrl', 'K']

/** Returns the keys that open the command palette on this computer. The server never renders the keys of Apple computers. */
export function usePaletteKeys(): string[] {
  return useHydrated() && /Mac|iP/.test(navigator.platform) ? APPLE_KEYS : OTHER_KEYS
}

interface SearchButtonProps {
  onSearch: () => void
  /** Whether the button is as wide as the sidebar. Otherwise it is an icon, with the keys on large screens. */
  isWide?: boolean
}

/** The button that opens the command palette; shows the keys that open it. */
export function SearchButton({ onSearch, isWide = false }: SearchButtonProps) {
  const { t } = useTranslation()
  const keys = usePaletteKeys().join(' ')
  if (!isWide)
    return (
      <button type="button" onClick={onSearch} className="icon-button gap-2 md:w-auto md:px-2">
        <Search aria-hidden="true" className="size-5 md:size-4" />
        <span className="sr-only">{t('search')}</span>
        <kbd className="key hidden lg:inline">{keys}</kbd>
      </button>
    )
  return (
    <button type="button" onClick={onSearch} className="place search-button">
      <Search aria-hidden="true" />
      <span className="place-name">{t('searchPlaceholder')}</span>
      <kbd className="key ms-auto folded:hidden">{keys}</kbd>
    </button>
  )
}
