import { appConfig } from '#app.config'

/** A topic: letters, digits and dashes, as in addresses. */
const SLUG = /^[a-z0-9][a-z0-9-]*$/

/** The topics that a text names, with spaces, commas or number signs between; null has none. */
export function topicsIn(text: string | null): string[] {
  return (text ?? '').split(/[\s,،;#]+/).filter((topic) => topic !== '')
}

/** The topics that somebody typed as they are kept: in small letters, each once, a space between. */
export function withoutTwins(typed: string): string {
  return [...new Set(topicsIn(typed.toLowerCase()))].join(' ')
}

/** Whether each topic is one that an address can name. */
export function areSlugs(topics: string): boolean {
  return topicsIn(topics).every((topic) => SLUG.test(topic) && topic.length <= appConfig.repository.topicMaxLength)
}
