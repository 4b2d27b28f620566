import { useEffect, useEffectEvent } from 'react'

/** What a browser keeps about the shortcuts. */
const STORAGE_KEY = 'shortcuts'
/** The second key of two is waited for so long. */
const SEQUENCE_MS = 1_500
/** The first of two keys: what is pressed after it is never a single one. */
const LEADER = 'g'

/**
 * Calls back for keys that are pressed outside of fields and dialogs: a single one, or two in a row like 'g u'. 'mod+k', by
 * Ctrl or by Cmd, works anywhere and cannot be turned off.
 */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const run = useEffectEvent((keys: string, event: KeyboardEvent) => {
    const action = Object.hasOwn(shortcuts, keys) ? shortcuts[keys] : undefined
    if (!action) return false
    event.preventDefault()
    action()
    return true
  })

  useEffect(() => {
    let first = { key: '', at: -Infinity }

    function onKeyDown(event: KeyboardEvent) {
      const key = keyOf(event)
      if (event.ctrlKey || event.metaKey || event.altKey) {
        if (key === 'k' && !event.altKey) run('mod+k', event)
        return
      }
      if (event.repeat || isTyping(event) || !areShortcutsOn()) return
      const isDone = runWithFirst(event.timeStamp - first.at < SEQUENCE_MS ? first.key : '', key, event)
      first = isDone ? { key: '', at: -Infinity } : { key, at: event.timeStamp }
    }

    function runWithFirst(before: string, key: string, event: KeyboardEvent) {
      return run(`${before} ${key}`, event) || (before !== LEADER && run(key, event))
    }

    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether this browser's person wants shortcuts of single keys. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns shortcuts of single keys on or off, for this browser. */
export function turnShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
  } catch {
    // Where nothing can be kept, they stay on.
  }
}

/** Keyboards of other scripts have no such letters: there the place of the key counts. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^[!-~]$/.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key
}

function isTyping({ target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isField || document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
