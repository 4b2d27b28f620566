/** The name of the imported file, if it has one. */
export function FileName({ children: name }: { children: string }) {
  if (name === '') return null
  return (
    <p className="mb-3 break-words text-muted">
      <bdi>{name}</bdi>
    </p>
  )
}
