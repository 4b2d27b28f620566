/**
 * Returns the text of package.json with a removed feature among those that the app does without, so that an upgrade also creates
 * both releases without the feature. The text of an app that was not created from a starter stays the same.
 */
export function withFeatureLeftOut(manifest: string, feature: string): string {
  const parsed = JSON.parse(manifest) as { starter?: { without?: string[] } }
  if (parsed.starter === undefined) return manifest
  const without = [...new Set([...(parsed.starter.without ?? []), feature])]
  return `${JSON.stringify({ ...parsed, starter: { ...parsed.starter, without } }, undefined, 2)}\n`
}
