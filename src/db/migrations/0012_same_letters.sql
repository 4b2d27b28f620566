-- outside of a transaction
-- As before, and Arabic and Persian letters that are typed for one another count as one: ة ہ ە as ه, ى ی ے as ي, ک as ك, ٱ as
-- ا, digits as 0 to 9; the last sigma of a word as any other; signs that only direct or join text as none.
-- `src/lib/fold-for-search.ts` does the same.
create or replace function folded(text) returns text
language sql immutable strict parallel safe
return translate(
  lower(regexp_replace(
    normalize($1, NFD),
    '[\u0300-\u036f\u061c\u0640\u064b-\u0655\u0670\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
  )),
  U&'\0629\06C1\06D5\0649\06CC\06D2\06A9\0671\03C2\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
  U&'\0647\0647\0647\064A\064A\064A\0643\0627\03C301234567890123456789'
);
--> statement-breakpoint

-- Those who write are waited for: whoever began before wrote a text by the rule of before.
lock table "user", "repository" in share row exclusive mode;
--> statement-breakpoint

-- What is searched changes for the rows with letters that are folded from now on, and for no others: they are written anew.
-- A column that is generated is made anew whenever one that it is made of is written. The history has its texts later (0032).
-- in batches of "user"
update "user" set "name" = "name" where "id" between $1 and $2 and "search_text" ~ '[\u0629\u06c1\u06d5\u0649\u06cc\u06d2\u06a9\u0671\u03c2\u0660-\u0669\u06f0-\u06f9\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]';
--> statement-breakpoint
-- in batches of "repository"
update "repository" set "name" = "name" where "id" between $1 and $2 and "search_text" ~ '[\u0629\u06c1\u06d5\u0649\u06cc\u06d2\u06a9\u0671\u03c2\u0660-\u0669\u06f0-\u06f9\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]';
