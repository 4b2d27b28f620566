-- The planner estimates searches from statistics about the frequency of words, so collect more statistics.
alter table note alter column search_text set statistics 1000;
