/** The action that a toast may offer besides being read. */
interface ToastAction {
  label: string
  onClick: () => void
}

/** Says in passing that something worked; with something to do about it, if there is. */
export async function showToast(message: string, action?: ToastAction): Promise<void> {
  const { announce } = await import('./toaster.tsx')
  announce('success', message, action)
}

/** Says in passing that something did not work, where no field or page has a place for it. */
export async function showFailure(message: string): Promise<void> {
  const { announce } = await import('./toaster.tsx')
  announce('error', message)
}
