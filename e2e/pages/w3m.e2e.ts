import { someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'
import { test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { hasW3m, W3m } from '../support/w3m.ts'

const { common, login, repositories } = textsOf('en')

test('an administrator signs in, adds a repository and signs out in w3m', ONLY_IN_FULL_RUN, async ({ app }) => {
  test.skip(!hasW3m, 'w3m is not installed')
  const { email } = await addUser(app, { role: 'admin' })
  const name = someName()
  await using w3m = await W3m.open(`${app.url}/manager/repositories`)
  await w3m.shows(login.continueWithEmail)
  w3m.fill(login.email, email)
  w3m.press(login.continueWithEmail)
  await w3m.shows(email)
  w3m.fill(login.verify.code, await app.mail.codeFor(email))
  w3m.press(login.verify.confirm)
  await w3m.shows('harbor-api')
  w3m.press(repositories.new)
  await w3m.shows(`${repositories.description} ${common.optional}`)
  w3m.fill(repositories.name, name)
  w3m.fill(repositories.link, 'git.example.com/w3m')
  w3m.press(repositories.create)
  await w3m.shows(repositories.added.replace('{{name}}', name))
  w3m.visit(`${app.url}/manager/repositories`)
  await w3m.shows(`${name} `)
  await w3m.shows('Python api')
  w3m.press(common.signOut)
  await w3m.shows(login.continueWithEmail)
  w3m.visit(`${app.url}/manager/repositories`)
  await w3m.shows(login.continueWithEmail)
})
