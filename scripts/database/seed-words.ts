import { sql } from 'drizzle-orm'

/** First names of sample users. */
export const FIRST_NAMES = [
  'Amina',
  'Baraka',
  'Chloé',
  'Dalia',
  'Émile',
  'Fatima',
  'Grace',
  'Hassan',
  'Ines',
  'Juma',
  'Khadija',
  'Léon',
  'Maya',
  'Nour',
  'Oumar',
  'Pauline',
  'Rashid',
  'Salma',
  'Théo',
  'Zawadi',
]

/** Last names of sample users. */
export const LAST_NAMES = [
  'Abdi',
  'Bernard',
  'Chen',
  'Diallo',
  'El Amrani',
  'Fournier',
  'García',
  'Haddad',
  'Ibrahim',
  'Jansen',
  'Kamau',
  'Lambert',
  'Mwangi',
  'Nasser',
  'Okafor',
  'Petit',
  'Rossi',
  'Said',
  'Traoré',
  'Yilmaz',
]

/** The domains of the email addresses in a large world. */
export const EMAIL_DOMAINS = [
  'mail.example',
  'example.com',
  'example.org',
  'example.net',
  'post.example',
  'uni.example',
]

/** The subjects of sample repositories. */
export const REPOSITORY_TOPICS = [
  'atlas',
  'beacon',
  'compass',
  'drift',
  'ember',
  'fathom',
  'gantry',
  'harbor',
  'inlet',
  'juniper',
  'keel',
  'lantern',
  'meadow',
  'nectar',
  'orchard',
  'pier',
  'quarry',
  'ridge',
  'summit',
  'tide',
]

/** The kinds of sample repositories. */
export const REPOSITORY_KINDS = ['api', 'web', 'docs', 'cli', 'worker', 'design', 'mobile', 'infra']

/** The languages of sample repositories. */
export const REPOSITORY_LANGUAGES = [
  'TypeScript',
  'Go',
  'Python',
  'Rust',
  'Java',
  'C++',
  'Swift',
  'Kotlin',
  'Ruby',
  'Elixir',
  'Zig',
]

/** Returns texts as an array in SQL. */
export function textArray(values: string[]) {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`
}
