-- What tables are made of, besides the types of PostgreSQL.
create extension if not exists pg_trgm;

-- The text that a search compares: without capitals and accents. Arabic and Persian letters that are typed for one another are
-- one: ة ہ ە are ه, ى ی ے are ي, ک is ك, ٱ is ا, digits are 0 to 9; the last sigma of a word is any other; signs that only
-- direct or join text are left out. `src/lib/fold-for-search.ts` does the same.
create function folded(text) returns text
language sql immutable strict parallel safe
return translate(
  lower(regexp_replace(
    normalize($1, NFD),
    '[\u0300-\u036f\u061c\u0640\u064b-\u0655\u0670\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
  )),
  U&'\0629\06C1\06D5\0649\06CC\06D2\06A9\0671\03C2\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
  U&'\0647\0647\0647\064A\064A\064A\0643\0627\03C301234567890123456789'
);
