import { appConfig } from '#app.config'

/** The format of a topic: letters, digits and dashes, like in URLs. */
const SLUG = /^[a-z0-9][a-z0-9-]*$/

/** Splits a text into topics, at spaces, commas, semicolons and `#`; returns no topics for null. */
export function parseTopics(text: string | null): string[] {
  return (text ?? '').split(/[\s,،;#]+/).filter((topic) => topic !== '')
}

/** Normalizes typed topics: lower case, without duplicates, separated by spaces. */
export function normalizeTopics(typed: string): string {
  return [...new Set(parseTopics(typed.toLowerCase()))].join(' ')
}

/** Whether each topic is a valid slug. */
export function areValidTopics(topics: string): boolean {
  return parseTopics(topics).every((topic) => SLUG.test(topic) && topic.length <= appConfig.repository.topicMaxLength)
}
