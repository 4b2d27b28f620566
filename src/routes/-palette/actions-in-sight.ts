interface VisibleAction {
  label: string
  button: HTMLElement
  /** The element that has the focus after the action: the button, or that of the menu which contains the action. */
  opener: HTMLElement
}

/** The buttons of the page that the command palette offers. */
interface VisibleActions {
  /** The number of selected rows as a text, if the actions apply to these; undefined if they apply to the page. */
  chosen: string | undefined
  buttons: VisibleAction[]
}

/** The buttons that act on selected rows, and those that act on a page: beside its title, and in its sections. */
const SELECTION_BUTTONS = '.selection-bar > div > button'
const PAGE_BUTTONS =
  'main :is(.header-actions, section) :is(button[type=button], button[name=dialog], .header-actions > a)'
/** Elements whose buttons are not actions of the page: rows, which repeat the same buttons, fields, dialogs and menus. */
const EXCLUDED_BUTTONS = '.data-list, li, search, fieldset, [role=dialog], .icon-button, [aria-haspopup=menu]'

/** Finds the visible actions: those for the selected rows or, if no row is selected, those of the page. */
export function findVisibleActions(): VisibleActions {
  const ofSelection = document.querySelectorAll<HTMLElement>(SELECTION_BUTTONS)
  const found =
    ofSelection.length > 0
      ? [...ofSelection]
      : [...document.querySelectorAll<HTMLElement>(PAGE_BUTTONS)].filter((button) => !button.closest(EXCLUDED_BUTTONS))
  return {
    chosen: ofSelection[0]?.closest('.selection-bar')?.querySelector('[role=status]')?.textContent,
    buttons: found.flatMap((button) => {
      const opener = button.checkVisibility() ? button : menuButtonFor(button)
      const label = button.ariaLabel ?? button.textContent.trim()
      return opener && !button.matches(':disabled') ? [{ label, button, opener }] : []
    }),
  }
}

/** Returns the button of the menu beside the page's title; the menu's actions are hidden buttons, for pages without a script. */
function menuButtonFor(action: HTMLElement): HTMLElement | undefined {
  const menuButton = action.closest('.header-actions')?.querySelector<HTMLElement>('[aria-haspopup=menu]')
  return menuButton?.checkVisibility() ? menuButton : undefined
}
