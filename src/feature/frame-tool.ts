import type { ComponentType, ReactNode } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'

/** A part that a feature adds to the page frames of both areas, for example a dialog that a button opens. */
export interface FrameTool {
  /** Wraps a frame, and shows the dialog or panel that the tool's buttons open. */
  Around: ComponentType<{ viewer: Viewer; children: ReactNode }>
  /** The button that opens the dialog or panel; `isWide` for a button as wide as the sidebar. */
  Button: ComponentType<{ isWide?: boolean }>
}
