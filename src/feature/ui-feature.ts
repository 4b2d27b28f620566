import type { ComponentType, SVGProps } from 'react'

/** A link in the navigation of a page frame. The keyboard shortcut is `g`, then `key`. */
interface NavigationLink {
  /** The place of the link: the navigation of an area, or the account menu if many users don't need the page. */
  area: 'app' | 'manager' | 'menu'
  to: string
  /** The i18n key of the link's text, under `nav` of `locales/<lang>/common.json`. */
  label: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  key: string
  /** The page shows the whole history with filters in its URL, so pages with a part of the history link to it. */
  showsHistory?: true
}

/** The part of a feature that every page loads, such as navigation links: its `feature.ui.ts` and a line in `src/features.ui.ts`. */
export interface UiFeature {
  navigation: readonly NavigationLink[]
  /**
   * A filter of the history for this feature's actions. `name` is the first word of the actions; `isAboutThings` is true if
   * they concern rows, such as repositories, instead of users.
   */
  auditGroup?: { name: string; isAboutThings: boolean }
  /** The first words of this feature's actions that concern the whole system. */
  systemEntries?: readonly string[]
}
