import type { ReactNode } from 'react'

/** Renders the buttons that features add to a frame, as wide as the sidebar or short. */
export type RenderFrameTools = (isWide?: boolean) => ReactNode
