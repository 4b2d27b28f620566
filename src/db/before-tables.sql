-- Extensions and functions that the tables use and PostgreSQL does not provide by default.
create extension if not exists pg_trgm;

-- Returns the text that a search compares, without capitals and accents. Unifies Arabic and Persian letters that users mix:
-- ة ہ ە become ه, ى ی ے become ي, ک becomes ك, ٱ becomes ا. Digits become 0 to 9, a final sigma becomes a regular sigma, and
-- characters that only direct or join text are removed. `src/lib/fold-for-search.ts` does the same.
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
