import type { Page } from '@playwright/test'

/** Returns the controls of the page header that a toast covers. */
export function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect()
    if (!toast) return ['no toast']
    return [...document.querySelectorAll('main header :is(a, button, input, select, summary)')]
      .filter((control) => control.checkVisibility())
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.left < toast.right && box.right > toast.left)
      .filter(({ box }) => box.top < toast.bottom && box.bottom > toast.top)
      .map(({ control }) => control.outerHTML.slice(0, 120))
  })
}
