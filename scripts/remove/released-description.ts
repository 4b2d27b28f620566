/** The description of the API in the last release, with which a test compares today's. */
export const RELEASED_DESCRIPTION = 'src/features/api-keys/released-openapi.json'

interface ReleasedDescription {
  tags: { name: string }[]
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** Removes a feature from the released API description: its tag and section, named like the feature, its paths and actions. */
export function withoutReleasedOperations(
  text: string,
  { name: tag, actions }: { name: string; actions: string[] },
): string {
  const { [tag]: part, ...kept } = JSON.parse(text) as Record<string, unknown>
  const described = kept as unknown as ReleasedDescription
  const tags = described.tags.filter(({ name }) => name !== tag)
  if (tags.length === described.tags.length && part === undefined && actions.length === 0) return text
  described.tags = tags
  for (const [path, operations] of Object.entries(described.paths))
    if (Object.values(operations).every((one) => one.tags.includes(tag))) delete described.paths[path]
  return JSON.stringify(
    described,
    (_, value: unknown) => (Array.isArray(value) ? value.filter((one) => !actions.includes(one)) : value),
    2,
  )
}
