/**
 * Stands in the head of every page: keeps the click on a button and the choice of an option until there is a script to
 * answer it, and repeats it then. Links, and forms that are sent to the server, need no script: they are let through. The
 * first that is answered shows that the page is alive, and ends it. React marks the elements that it has taken over, or is
 * about to, with their properties.
 */
export const EARLY_INPUT_SCRIPT = `{
  const kept = new Map()
  let isRepeating = false
  const isAlive = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const needsNoScript = ({ type, form }) => type === 'submit' && (form?.method === 'post' || form?.hasAttribute('action'))
  const repeat = () => {
    isRepeating = true
    for (const [element, again] of kept) {
      if (isAlive(element)) again()
      else if (element.isConnected) continue
      kept.delete(element)
    }
    isRepeating = false
    if (kept.size > 0) setTimeout(repeat, 20)
  }
  const keep = (event, element, again) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (kept.size === 0) setTimeout(repeat, 20)
    kept.delete(element)
    kept.set(element, again)
  }
  const onClick = (event) => {
    const button = event.target.closest('button')
    if (!button || needsNoScript(button)) return
    if (isAlive(button)) removeEventListener('click', onClick, true)
    else keep(event, button, () => button.click())
  }
  const onChoice = (event) => {
    const field = event.target.closest('select')
    if (!field || isRepeating) return
    const { value } = field
    keep(event, field, () => {
      for (const type of ['input', 'change']) {
        // At the first of them React ends its take-over, which sets the field back.
        field.value = value
        field.dispatchEvent(new Event(type, { bubbles: true }))
      }
      for (const type of ['input', 'change']) removeEventListener(type, onChoice, true)
    })
  }
  addEventListener('click', onClick, true)
  for (const type of ['input', 'change']) addEventListener(type, onChoice, true)
}`
