/**
 * Stands in the head of every page: keeps the click on a button until there is a script to answer it, and repeats it then.
 * Links, and forms that are sent to the server, need no script: they are let through. The first click that is answered
 * shows that the page is alive, and ends it. React marks the elements that it has taken over with their properties.
 */
export const EARLY_CLICK_SCRIPT = `{
  let kept
  const isAlive = (button) => Object.keys(button).some((key) => key.startsWith('__reactProps'))
  const needsNoScript = ({ type, form }) => type === 'submit' && (form?.method === 'post' || form?.hasAttribute('action'))
  const repeat = () => {
    if (isAlive(kept)) kept.click()
    else if (kept.isConnected) setTimeout(repeat, 20)
    else kept = undefined
  }
  const keep = (event) => {
    const button = event.target.closest('button')
    if (!button || needsNoScript(button)) return
    if (isAlive(button)) return removeEventListener('click', keep, true)
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!kept) setTimeout(repeat, 20)
    kept = button
  }
  addEventListener('click', keep, true)
}`
