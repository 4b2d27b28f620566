-- The planner estimates searches by how often words occur, so sample more of them.
alter table note alter column search_text set statistics 1000;
