import { useEffect, useEffectEvent } from 'react'
import { readStored, writeStored } from '#lib/browser.ts'

/** The storage key of the setting that turns shortcuts on or off. */
const STORAGE_KEY = 'shortcuts'
/** The maximum number of milliseconds between the two keys of a sequence. */
const SEQUENCE_MS = 1_500
/** The first key of a sequence. The key pressed after it never runs a shortcut of a single key. */
const PREFIX_KEY = 'g'

/**
 * Runs the function of a key, or of two keys in a row like 'g u'. Keys that are pressed in fields and dialogs are ignored, except
 * 'mod+k' (Ctrl or Cmd with K), which works everywhere and cannot be turned off.
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
      return run(`${before} ${key}`, event) || (before !== PREFIX_KEY && run(key, event))
    }

    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Returns whether shortcuts without Ctrl or Cmd are turned on in this browser. */
export function areShortcutsOn(): boolean {
  return readStored(STORAGE_KEY) !== 'off'
}

/** Turns shortcuts without Ctrl or Cmd on or off in this browser. */
export function setShortcutsOn(isOn: boolean): void {
  writeStored(STORAGE_KEY, isOn ? 'on' : 'off')
}

/** Returns the key. On keyboards without Latin letters, returns the key at that position of a Latin keyboard. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^[!-~]$/.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key
}

function isTyping({ target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isField || document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
