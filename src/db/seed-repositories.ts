import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { LANGUAGES, KINDS, textArray, TOPICS } from './seed-words.ts'

/** Adds the sample repositories numbered `first` to `last`, created over the last year. Every fourth has no description. */
export async function insertRepositories(db: Database, first: number, last: number) {
  await db.execute(sql`
    insert into repository (
      name, link, description, created_by_id, created_at, updated_at
      , language, topics
    )
    select name, 'https://git.example.com/' || name, case when n % 4 = 0 then null else format('The %s of %s.', kind, topic) end, author.id, at, at
      , case when n % 7 > 0 then (${textArray(LANGUAGES)})[1 + n % 11] end, case when n % 5 > 0 then kind || ' ' || topic end
    from generate_series(${first}::int, ${last}::int) as n,
         (select ${textArray(TOPICS)} as topics, ${textArray(KINDS)} as kinds) as words,
         (select id from "user" where email = 'admin@example.com') as author,
         lateral (select topics[1 + n % 20] as topic, kinds[1 + (n / 20) % 8] as kind) as picked,
         lateral (select topic || '-' || kind || case when n >= 160 then '-' || n else '' end as name, now() - make_interval(mins => ((n::bigint * 6151) % 525600)::int) as at) as made
    on conflict do nothing`)
}
