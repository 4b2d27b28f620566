import { writeFile } from 'node:fs/promises'
import { hasFirefox, startFirefox } from '../support/firefox.ts'
import { someName } from '../support/lists.ts'
import { OtherBrowser } from '../support/other-browser.ts'
import { addUser } from '../support/users.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { hasWebKit, startWebKit } from '../support/webkit.ts'

const { common, login, repositories } = textsOf('en')
const arabic = textsOf('ar')

const EDGES = '({ offsetWidth, clientWidth }) => offsetWidth - clientWidth'
const BROWSERS = [
  { browser: 'Firefox', isThere: hasFirefox, start: startFirefox },
  { browser: 'WebKitGTK', isThere: hasWebKit, start: startWebKit },
]

for (const { browser, isThere, start } of BROWSERS)
  test(
    `an administrator adds a repository and changes the language in ${browser}`,
    ONLY_IN_FULL_RUN,
    async ({ app }, info) => {
      test.skip(!isThere, `${browser} is not installed`)
      const { email } = await addUser(app, { role: 'admin' })
      const name = someName()
      await using driver = await start()
      const page = new OtherBrowser(driver)
      await page.visit(`${app.url}/manager/repositories`)
      await page.fill(login.email, email)
      await page.click(login.continueWithEmail)
      await page.shows(email)
      // The last digit submits the form.
      await page.fill(login.verify.code, await app.mail.codeFor(email))
      await page.shows('harbor-api')
      await page.hydrated()
      await page.click(repositories.new)
      await page.fill(repositories.name, name)
      await page.fill(repositories.link, 'git.example.com/other')
      await writeFile(info.outputPath('dialog.png'), await driver.screenshot())
      // Only the borders: in Firefox, a scroll bar would cover the round corners.
      expect(await driver.evaluate(`(${EDGES})(document.querySelector('[role=dialog]'))`)).toBe(2)
      await page.click(repositories.create)
      await page.shows(repositories.added.replace('{{name}}', name))
      await page.click(common.userMenu)
      await page.choose(common.language, 'العربية')
      await page.shows(arabic.common.signOut)
      expect(await driver.evaluate('document.documentElement.dir')).toBe('rtl')
      await writeFile(info.outputPath('arabic.png'), await driver.screenshot())
      await page.click(arabic.common.signOut)
      await page.shows(arabic.login.continueWithEmail)
      expect(driver.errors()).toEqual([])
    },
  )
