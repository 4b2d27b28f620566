/** The action that a toast may offer besides being read. */
interface ToastAction {
  label: string
  onClick: () => void
}

/** Says in passing that something worked; with something to do about it, if there is. */
export async function showToast(message: string, action?: ToastAction): Promise<void> {
  const toaster = await load()
  toaster?.announce('success', message, action)
}

/** Says in passing that something did not work, where no field or page has a place for it. */
export async function showFailure(message: string): Promise<void> {
  const toaster = await load()
  toaster?.announce('error', message)
}

/** Without a network there may be none: the page says already that it is offline. */
function load() {
  return import('./toaster.tsx').catch(() => undefined)
}
