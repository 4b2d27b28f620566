import { expect } from '@playwright/test'

/** A reference to an element of a page, which only its browser understands. */
type Element = string

/** The commands of a browser that Playwright cannot operate. */
export interface Driver extends AsyncDisposable {
  visit: (url: string) => Promise<void>
  /** Returns the result of an expression in the page, which must be JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Returns the element that an expression in the page results in. */
  find: (expression: string) => Promise<Element | undefined>
  /** Clicks in the middle of an element with the mouse. */
  click: (element: Element) => Promise<void>
  /** Types into an element with the keyboard. */
  type: (element: Element, text: string) => Promise<void>
  /** Chooses an option of a select. */
  choose: (select: Element, option: string) => Promise<void>
  /** Returns a PNG of the window. */
  screenshot: () => Promise<Buffer>
  /** Errors that pages threw or wrote to the console. */
  errors: () => string[]
}

/** Source of a function that returns the visible elements of a kind whose accessible text begins with a text. */
const FIND = `((selector, text) => [...document.querySelectorAll(selector)].findLast((element) => {
  const labels = [...(element.labels ?? [])].map((label) => label.innerText)
  const names = [element.getAttribute('aria-label') ?? '', ...labels, element.innerText ?? '']
  return element.checkVisibility({ visibilityProperty: true }) && names.some((name) => name.trim().startsWith(text))
}))`

/** A browser that Playwright cannot operate, with the actions of a user: by the texts that the page shows. */
export class OtherBrowser {
  readonly driver: Driver

  constructor(driver: Driver) {
    this.driver = driver
  }

  /** Opens a page, and waits until it is hydrated. */
  async visit(url: string) {
    await this.driver.visit(url)
    await this.hydrated()
  }

  /** Waits until the page is hydrated. */
  async hydrated() {
    await expect.poll(() => this.driver.evaluate('window.isHydrated === true')).toBe(true)
  }

  /** Waits until the page shows a text. */
  async shows(text: string) {
    await expect.poll(() => this.driver.evaluate("document.body?.innerText ?? ''")).toContain(text)
  }

  /** Clicks the button, link or menu with this text. */
  async click(text: string) {
    // WebDriver refuses to click an element that moves or is covered.
    await expect(async () => this.driver.click(await this.#find('button, a, summary', text))).toPass({
      timeout: 10_000,
    })
  }

  /** Types into the field with this label. */
  async fill(label: string, text: string) {
    await this.driver.type(await this.#find('input, textarea', label), text)
  }

  /** Chooses an option of the select with this label. */
  async choose(label: string, option: string) {
    await this.driver.choose(await this.#find('select', label), option)
  }

  async #find(selector: string, text: string): Promise<Element> {
    let found: Element | undefined
    const expression = `${FIND}(${JSON.stringify(selector)}, ${JSON.stringify(text)})`
    await expect.poll(async () => (found = await this.driver.find(expression)), `there is ${text}`).toBeDefined()
    return found ?? ''
  }
}
