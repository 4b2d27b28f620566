import type { ComponentType, SVGProps } from 'react'

/** A link of a frame; it is gone to by `g` and its key. */
interface NavigationLink {
  /** The frame that has it: that of an area, or the account menu, for what many people have none of. */
  area: 'app' | 'manager' | 'menu'
  to: string
  /** The key of its name, under `nav` of `locales/<lang>/common.json`. */
  label: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  key: string
  /** It shows all of the history, by filters in its URL: pages that show a part of it lead there. */
  showsHistory?: true
}

/** The part of a feature that browsers show everywhere: `feature.ui.ts` in its folder, a line in `src/features.ui.ts`. */
export interface UiFeature {
  navigation: readonly NavigationLink[]
  /** The group of its entries among the filters of the history, where they have one: the first word of their names. */
  auditGroup?: { name: string; isAboutThings: boolean }
}
