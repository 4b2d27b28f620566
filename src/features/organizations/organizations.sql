-- Guarantees that the user of a session is a member of the session's active organization, even during concurrent changes.
alter table session add constraint session_active_member
foreign key (active_organization_id, user_id) references member (organization_id, user_id)
on delete set null (active_organization_id);
