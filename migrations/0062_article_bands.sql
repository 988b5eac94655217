-- Every import looks under the bands of its articles, hundreds of times: a list of waiting entries, read through each
-- time, would cost far more than putting them in their place at once.
alter index article_bands set (fastupdate = off);
