-- Names and numbers of an article's beginning: two texts made from one template differ in these and in little else.
alter table article add column marks integer[] not null default '{}';
