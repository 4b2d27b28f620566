import { someEmail } from '../support/app.ts'
import { requestChallenge } from '../support/passkeys.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

test('a passkey challenge that is requested at the same time as a code leaves the code valid in the browser', async ({
  app,
}) => {
  const email = someEmail()
  const visitor = new Visitor(app)
  // Both requests are sent without a cookie, and the response with the challenge arrives last.
  const autofill = visitor.at(app)
  await visitor.askForCode(email)
  await requestChallenge(autofill)
  for (const cookie of autofill.cookies().split('; ')) visitor.keep(...(cookie.split('=') as [string, string]))
  expect(await visitor.enterCode(email, await app.mail.codeFor(email))).toMatchObject({ status: 200 })
})
