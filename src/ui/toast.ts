/** The action that a toast can offer. */
export interface ToastAction {
  label: string
  onClick: () => void
}

/** Shows a brief message that something succeeded, with an optional action. */
export async function showToast(message: string, action?: ToastAction): Promise<void> {
  const toaster = await loadToaster()
  toaster?.addToast('success', message, action)
}

/** Shows a brief message that something failed, for errors that have no place on a field or page. */
export async function showFailure(message: string): Promise<void> {
  const toaster = await loadToaster()
  toaster?.addToast('error', message)
}

/** Loads the toaster; undefined if loading fails, for example offline, which the page already shows. */
function loadToaster() {
  return import('./toaster.tsx').catch(() => undefined)
}
