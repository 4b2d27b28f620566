import type { ComponentType, ReactNode } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'

/** Something that a feature adds to the frames of both areas. */
export interface FrameTool {
  /** Stands around a frame, and shows what the tool's buttons open. */
  Around: ComponentType<{ viewer: Viewer; children: ReactNode }>
  /** Opens it: as wide as the sidebar, or short. */
  Button: ComponentType<{ isWide?: boolean }>
}
