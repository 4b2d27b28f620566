-- The organization that a session is active in is one that its person is a member of, whatever happens at the same moment.
alter table session add constraint session_active_member
foreign key (active_organization_id, user_id) references member (organization_id, user_id)
on delete set null (active_organization_id);
