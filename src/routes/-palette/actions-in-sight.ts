/** The buttons of the page that the command palette offers. */
interface ActionsInSight {
  /** The number of selected rows as a text, if the actions apply to these; undefined if they apply to the page. */
  chosen: string | undefined
  buttons: { label: string; button: HTMLElement }[]
}

/** The buttons that act on selected rows, and those that act on a page: beside its title, and in its sections. */
const OF_SELECTION = '.selection-bar > div > button'
const OF_PAGE = 'main :is(.header-actions, section) :is(button[type=button], button[name=dialog], .header-actions > a)'
/** Rows have buttons of the same names, and fields have buttons of their own. */
const NOT_OF_PAGE = '.data-list, li, search, fieldset, [role=dialog], .icon-button, [aria-haspopup=menu]'

/** Finds the visible actions: those for the selected rows or, if no row is selected, those of the page. */
export function findActionsInSight(): ActionsInSight {
  const ofSelection = document.querySelectorAll<HTMLElement>(OF_SELECTION)
  const found =
    ofSelection.length > 0
      ? [...ofSelection]
      : [...document.querySelectorAll<HTMLElement>(OF_PAGE)].filter((button) => !button.closest(NOT_OF_PAGE))
  return {
    chosen: ofSelection[0]?.closest('.selection-bar')?.querySelector('[role=status]')?.textContent,
    buttons: found
      .filter((button) => button.checkVisibility() && !button.matches(':disabled'))
      .map((button) => ({ label: button.ariaLabel ?? button.textContent.trim(), button })),
  }
}
