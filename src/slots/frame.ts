import type { FrameTool } from '#feature/frame-tool.ts'
import { notificationBell } from '#features/notifications/bell.tsx'
import { commandPalette } from '../routes/-palette/command-palette.tsx'

/** The tools that features add to the frames of both areas. */
export const frameTools: Record<string, FrameTool> = {
  palette: commandPalette,
  notifications: notificationBell,
}
