import { useState } from 'react'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { chosenSidebar, rememberSidebar } from './chosen-sidebar.ts'

/**
 * The sidebar as the person left it. How it looks is for CSS to say (`folded:`), from the first frame on; `isFolded` is
 * for what CSS cannot say, and until the page is alive takes the window to be wide.
 */
export function useSidebar() {
  const [sidebar, setSidebar] = useState(chosenSidebar)
  const hasRoom = useMediaQuery('(width >= 1024px)')
  const isFolded = sidebar === 'folded' || (sidebar === 'auto' && !hasRoom)

  function toggle() {
    const chosen = isFolded ? 'open' : 'folded'
    setSidebar(chosen)
    rememberSidebar(chosen)
  }

  return { sidebar, isFolded, toggle }
}
