-- Names in East Asian scripts are folded differently now: the next load of their list writes them anew.
update company set content_hash = '' where search_names ~ '[぀-ヿ㐀-鿿豈-﫿]';
