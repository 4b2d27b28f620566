import { startWebKit } from '../support/webkit.ts'
import { OtherBrowser } from '../support/other-browser.ts'
import { addVisitor } from '../support/people.ts'
import { test } from '../support/test.ts'
import { openSession } from '../support/sessions.ts'
test('zz', async ({ app }) => {
  await using driver = await startWebKit()
  const page = new OtherBrowser(driver)
  const { id } = await addVisitor(app, { role: 'admin' })
  const { name, value } = await openSession(app, id)
  await page.visit(`${app.url}/login`)
  await driver.addCookie({ name, value, httpOnly: true })
  await page.visit(`${app.url}/manager/repositories`)
  console.log(await driver.evaluate(`[...document.querySelectorAll('button, a, summary')].filter(e=>e.innerText.trim().startsWith('New repository')).map(e=>{const r=e.getBoundingClientRect();const rs=[...e.getClientRects()].map(x=>[x.x,x.y,x.width,x.height]);const x=r.x+r.width/2,y=r.y+r.height/2;return [e.outerHTML.slice(0,300), rs, document.elementsFromPoint(x,y).map(e=>e.outerHTML.slice(0,100)), getComputedStyle(e).pointerEvents, innerWidth]})`))
  await page.click('New repository')
})
