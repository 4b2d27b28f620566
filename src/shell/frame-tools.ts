import type { ReactNode } from 'react'

/** Renders the buttons that features add to a frame. With `isWide`, they are as wide as the sidebar. */
export type RenderFrameTools = (isWide?: boolean) => ReactNode
