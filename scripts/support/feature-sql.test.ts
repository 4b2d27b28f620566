import { expect, test } from 'vitest'
import { dropStatements } from './feature-sql.ts'

test('dropStatements drops everything that the SQL creates, triggers before their functions', () => {
  const sql = `create function ring(bell uuid) returns void
language sql as $$ select 1 $$;

create function ring_all() returns trigger
language plpgsql as $$
begin
  create trigger inner_one after insert on bell;
end
$$;

create trigger ring_all after insert or update of tone on "user" referencing new table as added
for each statement execute function ring_all();

alter table session add constraint session_bell
foreign key (bell_id) references bell (id);
alter table bell alter column search_text set statistics 1000;
`
  expect(dropStatements(sql)).toEqual([
    'drop trigger ring_all on "user";',
    'alter table session drop constraint session_bell;',
    'drop function ring;',
    'drop function ring_all;',
  ])
})
