import type { ReactNode } from 'react'

/** Makes the buttons that features add to a frame: as wide as the sidebar, or short. */
export type RenderFrameTools = (isWide?: boolean) => ReactNode
