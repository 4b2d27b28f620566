/** How a field looks: as large as the text around it, and on phones large enough that they do not zoom in. */
export const FIELD_CLASSES =
  'block w-full rounded-control border border-edge bg-surface px-3 text-md text-ellipsis transition-colors duration-120 placeholder:text-muted enabled:not-aria-invalid:hover:border-muted disabled:bg-sunken disabled:text-muted disabled:opacity-100 aria-invalid:border-danger sm:[font-size:inherit]'
