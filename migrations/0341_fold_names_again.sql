-- A written-out European company and single letters around an ampersand are folded differently now: the next load of
-- their list writes these names again.
update company set content_hash = '' where search_names ~ 'societas europaa|[| ][a-z] [a-z]([| ]|$)';
