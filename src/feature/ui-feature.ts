import type { ComponentType, SVGProps } from 'react'

/** A link of a frame; it is gone to by `g` and its key. */
interface NavigationLink {
  /** The place of the link: the navigation of an area, or the account menu if many users don't need the page. */
  area: 'app' | 'manager' | 'menu'
  to: string
  /** The key of its name, under `nav` of `locales/<lang>/common.json`. */
  label: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  key: string
  /** The page shows the whole history with filters in its URL, so pages with a part of the history link to it. */
  showsHistory?: true
}

/** The part of a feature that browsers show everywhere: `feature.ui.ts` in its folder, a line in `src/features.ui.ts`. */
export interface UiFeature {
  navigation: readonly NavigationLink[]
  /** The group of its entries among the filters of the history, where they have one: the first word of their names. */
  auditGroup?: { name: string; isAboutThings: boolean }
  /** The first words of its entries that are about the system as a whole. */
  systemEntries?: readonly string[]
}
